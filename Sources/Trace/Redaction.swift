import JSON
package import Pipeline
import Quantities
import Wire

// A recording without positions, for a user who does not want to say where it was made. What is left still tells some:
// strength and inclination of the Earth's field hold along a line on the map.

extension TraceHeader {
  /// The header without positions, target and declination; `redacted` says so.
  package var withoutPosition: TraceHeader {
    var header = self
    header.declination = nil
    header.initialState?.declination = nil
    header.initialState?.position = nil
    header.initialState?.isPositionByHand = false
    header.initialState?.isPositionConfigured = false
    header.initialState?.lastKnown = nil
    header.initialState?.target = nil
    header.others.removeAll { $0.key == "redacted" }
    header.others.append(
      JSONValue.Member(key: "redacted", value: .array([.string("position")])))
    return header
  }
}

extension Input {
  /// The input without a position: of a receiver's fix its date is left; `nil` where nothing is.
  package var withoutPosition: Input? {
    switch self {
    case .sample(var sample):
      guard let fix = sample.fix else { return self }
      sample.fix = fix.utcMicroseconds.map { Fix(mode: .none, utcMicroseconds: $0) }
      return sample.hasMeasurement || sample.fix != nil ? .sample(sample) : nil
    case .setting(.position, _), .setting(.target, _): return nil
    case .idle, .sensorFound, .sensorLost, .sensorFault, .calibration, .calibrating, .blanking,
      .gap, .setting(.configuration, _), .setting(.mount, _), .clock, .recording, .tick:
      return self
    }
  }
}
