/// The sources of the sensors in use; `nil` for a kind without samples.
package struct PrimarySources: Equatable, Sendable {
  package let field: Int?
  package let force: Int?
  package let rate: Int?

  package init(field: Int?, force: Int?, rate: Int?) {
    (self.field, self.force, self.rate) = (field, force, rate)
  }
}
