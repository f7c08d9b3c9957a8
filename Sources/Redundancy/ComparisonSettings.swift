private import Glibc
import Heading
import Quantities

/// The numbers by which two magnetometers are compared: those of the comparison, and those that it shares
/// with the filter.
struct ComparisonSettings {
  let parameters: FieldComparisonParameters
  /// The change of a field, as part of its strength, that is not noise: the entry threshold of
  /// interference.
  let leastChange: Double
  /// The part of a limit under which two magnetometers agree again: the hysteresis of interference.
  let release: Double
  /// The difference of the two chips' delays, s: how well the delay of one is known.
  let delayDifference: Double

  init(
    _ parameters: FieldComparisonParameters = FieldComparisonParameters(),
    heading: HeadingParameters = HeadingParameters(),
    fieldMonitor: FieldMonitorParameters = FieldMonitorParameters()
  ) {
    self.parameters = parameters
    let interference = fieldMonitor.residual
    leastChange = interference.enter
    release = interference.leave / interference.enter
    delayDifference = heading.fieldDelay
  }

  /// The least difference, degrees, that is a disagreement: how far `leastChange` of a horizontal field
  /// turns north.
  var leastDifference: Double { asin(min(leastChange, 1)).inDegrees }
}
