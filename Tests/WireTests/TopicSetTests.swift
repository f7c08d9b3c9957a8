import Testing
import Wire

@Suite struct TopicSetTests {
  @Test func everyTopicHasAPlaceOfItsOwn() {
    #expect(Topic.allCases.map(\.position) == Array(Topic.allCases.indices))
  }

  @Test func aSetHasTheTopicsThatItWasMadeOfAndNoOther() {
    for topic in Topic.allCases {
      let (one, others) = (TopicSet([topic]), Topic.allCases.filter { $0 != topic })
      #expect(Topic.allCases.filter { one.contains($0) } == [topic])
      #expect(Topic.allCases.filter { TopicSet(others).contains($0) } == others)
      #expect(TopicSet(bits: one.bits) == one)
    }
    #expect(!Topic.allCases.contains { TopicSet(bits: 0).contains($0) })
  }
}
