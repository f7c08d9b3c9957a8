import JSON
package import Quantities

extension Calibration {
  /// Reads a calibration as `qiblactl fit --json` prints it and a trace's `initial_state` holds it:
  /// `{"offset_ut":[x,y,z],"matrix":[[…],[…],[…]],"grade":"A"}`; other members are ignored.
  ///
  /// - Parameter text: UTF-8.
  /// - Throws: `TraceHeaderError` that names the member and what is allowed.
  package init(parsing text: [UInt8]) throws(TraceHeaderError) {
    let value: JSONValue
    do { value = try JSONValue(parsing: text[...]) } catch { throw .notJSON(error) }
    guard case .object(let members) = value else {
      throw .badValue(key: "calibration", found: "no object", allowed: "a JSON object")
    }
    self = try InitialState.calibration(try HeaderObject(members))
  }
}
