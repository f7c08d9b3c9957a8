/// Which of a device's sensors make the heading, by their source; `nil` for what was not heard.
package struct PrimarySources: Equatable, Sendable {
  package let field: Int?
  package let force: Int?
  package let rate: Int?

  package init(field: Int?, force: Int?, rate: Int?) {
    (self.field, self.force, self.rate) = (field, force, rate)
  }
}
