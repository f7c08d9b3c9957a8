import NIOCore
import Testing
import Wire

@testable import Publisher

struct BacklogTests {
  private func line(_ topic: Topic, _ sequence: UInt64) -> Line {
    let text = "{\"\(topic)\":\(sequence)}\n"
    return Line(topic: topic, sequence: sequence, bytes: ByteBuffer(string: text))
  }

  /// What comes out, in short words.
  private func drain(_ backlog: inout Backlog) -> [String] {
    var words: [String] = []
    while let item = backlog.next() {
      switch item {
      case .line(let bytes, let skipped):
        words.append(String(buffer: bytes.withSkipped(skipped)).dropLast().description)
      case .resync(let lost): words.append("resync \(lost)")
      case .newest(let topic): words.append("newest \(topic)")
      }
    }
    return words
  }

  @Test func aSampledTopicKeepsTheNewestAndCountsTheRest() {
    var backlog = Backlog()
    for sequence in 1...5 { backlog.add(line(.reading, UInt64(sequence)), missed: 0) }
    #expect(drain(&backlog) == [#"{"reading":5,"skipped":4}"#])
    backlog.add(line(.reading, 6), missed: 0)
    #expect(drain(&backlog) == [#"{"reading":6}"#])
    #expect(backlog.isEmpty)
  }

  @Test func linesComeOutInTheOrderOfTheirInstants() {
    var backlog = Backlog()
    backlog.add(line(.reading, 1), missed: 0)
    backlog.add(line(.event, 1), missed: 0)
    backlog.add(line(.state, 1), missed: 0)
    backlog.add(line(.reading, 2), missed: 0)
    backlog.add(line(.event, 2), missed: 0)
    #expect(
      drain(&backlog)
        == [#"{"event":1}"#, #"{"state":1}"#, #"{"reading":2,"skipped":1}"#, #"{"event":2}"#])
  }

  @Test func whatWasLostOnTheWayCountsToo() {
    var backlog = Backlog()
    backlog.add(line(.reading, 4), missed: 3)
    backlog.add(line(.reading, 7), missed: 2)
    #expect(drain(&backlog) == [#"{"reading":7,"skipped":6}"#])
    backlog.add(line(.event, 4), missed: 2)
    #expect(
      drain(&backlog) == ["resync 2", #"{"event":4}"#, "newest state", "newest qibla"])
  }

  @Test func theOldestEventsAreLostFirstAndToldInFront() {
    var backlog = Backlog()
    for sequence in 0..<70 { backlog.add(line(.event, UInt64(sequence)), missed: 0) }
    backlog.add(line(.state, 1), missed: 0)
    let words = drain(&backlog)
    #expect(words.first == "resync 6")
    #expect(words[1...64] == (6..<70).map { #"{"event":\#($0)}"# }[...])
    #expect(words[65...] == [#"{"state":1}"#, "newest qibla"])
  }

  @Test func anUnwatchedTopicIsForgotten() {
    var backlog = Backlog()
    for sequence in 0..<70 { backlog.add(line(.event, UInt64(sequence)), missed: 0) }
    backlog.add(line(.reading, 1), missed: 0)
    backlog.remove(.event)
    #expect(drain(&backlog) == [#"{"reading":1}"#])
  }

  @Test func theLinesOfATopicThatIsRemovedAreCounted() {
    var backlog = Backlog()
    for sequence in 1...5 { backlog.add(line(.reading, UInt64(sequence)), missed: 0) }
    #expect(backlog.takeMissed(.reading) == 5)
    #expect(backlog.takeMissed(.reading) == 0)
    backlog.add(line(.reading, 6), missed: 5)
    #expect(backlog.dropped == 5)
    #expect(drain(&backlog) == [#"{"reading":6,"skipped":5}"#])
  }
}
