package import Quantities

/// Which of a device's sensors make the heading, by their source; `nil` for a quantity that none has
/// measured yet.
package struct PrimarySources: Equatable, Sendable {
  package let field: SensorSourceID?
  package let force: SensorSourceID?
  package let rate: SensorSourceID?

  package init(
    field: SensorSourceID?, force: SensorSourceID?, rate: SensorSourceID?
  ) {
    (self.field, self.force, self.rate) = (field, force, rate)
  }
}
