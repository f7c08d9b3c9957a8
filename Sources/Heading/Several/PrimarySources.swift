package import Quantities

/// Which of a device's sensors make the heading, by their source; `nil` for what was not heard.
package struct PrimarySources: Equatable, Sendable {
  package private(set) var field: Int?
  package private(set) var force: Int?
  package private(set) var rate: Int?

  package init() {}

  /// Takes in what counts of a sample.
  package mutating func heard(_ sample: Sample) {
    if sample.magneticField != nil { field = sample.source }
    if sample.acceleration != nil { force = sample.source }
    if sample.angularRate != nil { rate = sample.source }
  }
}
