/// The Signal K paths that `SignalKStream` writes.
///
/// Source: Signal K specification 1.7, keys reference, group `navigation`.
package enum SignalKPath: String, CaseIterable, Sendable {
  case headingMagnetic = "navigation.headingMagnetic"
  case headingTrue = "navigation.headingTrue"
  case magneticVariation = "navigation.magneticVariation"
  case rateOfTurn = "navigation.rateOfTurn"
  case attitude = "navigation.attitude"

  /// The unit; `nil` for `attitude`, whose members have units of their own in the specification.
  package var units: String? {
    switch self {
    case .headingMagnetic, .headingTrue, .magneticVariation: "rad"
    case .rateOfTurn: "rad/s"
    case .attitude: nil
    }
  }

  /// What the value is, in words for a user.
  package var description: String {
    switch self {
    case .headingMagnetic: "Heading from magnetic north, of the calibrated compass"
    case .headingTrue: "Heading from true north, by the magnetic model for place and date"
    case .magneticVariation: "Angle from true to magnetic north, east positive"
    case .rateOfTurn: "Rate of turn, to starboard positive"
    case .attitude: "Roll (starboard down positive), pitch (bow up positive) and yaw (heading)"
    }
  }
}
