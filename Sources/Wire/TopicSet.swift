/// A set of topics in one number; `Set` would hash each topic as text.
package struct TopicSet: Equatable, Sendable {
  /// A bit for each topic, at its `position`.
  package let bits: UInt32

  /// - Parameter bits: those of another set.
  package init(bits: UInt32) { self.bits = bits }

  package init(_ topics: some Sequence<Topic>) {
    bits = topics.reduce(0) { $0 | 1 << UInt32($1.position) }
  }

  package func contains(_ topic: Topic) -> Bool { bits & 1 << UInt32(topic.position) != 0 }
}
