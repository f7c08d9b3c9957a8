import JSON
import Quantities

extension TraceHeader {
  /// Reads the header's `magnetometers`: a list of objects, each with an `id` of its own.
  static func magnetometers(
    _ object: inout HeaderObject
  ) throws(TraceHeaderError) -> [SensorSourceID: Magnetometer] {
    let allowed = "a list of objects such as {\"id\":1,\"mount\":[[1,0,0],[0,1,0],[0,0,1]]}"
    guard let found = object.take("magnetometers") else { return [:] }
    guard let list = found.array else { throw object.bad("magnetometers", found, allowed) }
    var magnetometers: [SensorSourceID: Magnetometer] = [:]
    for (index, value) in list.enumerated() {
      guard let members = value.members else { throw object.bad("magnetometers", found, allowed) }
      var one = try HeaderObject(members, prefix: "magnetometers[\(index)].")
      let id = try one.required("id", "\(TraceKey.id.allowed), another one each time") { value in
        value.number.flatMap { Int(exactly: $0) }.flatMap(SensorSourceID.init)
          .flatMap { magnetometers[$0] == nil ? $0 : nil }
      }
      magnetometers[id] = Magnetometer(
        mount: try rotation("mount", &one) ?? .identity,
        calibration: try one.object("calibration").map(Calibration.init(reading:)),
        chip: try one.string("chip"))
    }
    return magnetometers
  }

  /// What `magnetometers(_:)` reads, by `id`; `nil` where there are none.
  var magnetometersJSON: JSONValue? {
    guard !magnetometers.isEmpty else { return nil }
    return .array(
      magnetometers.sorted { $0.key < $1.key }.map { id, magnetometer in
        var members: [JSONValue.Member] = []
        members.add("id", .number(Double(id.number)))
        members.add("chip", magnetometer.chip.map(JSONValue.string))
        members.add("mount", magnetometer.mount.json)
        members.add("calibration", (magnetometer.calibration?.members).map(JSONValue.object))
        return .object(members)
      })
  }
}
