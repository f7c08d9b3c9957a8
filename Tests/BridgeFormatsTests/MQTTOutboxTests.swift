import BridgeFormats
import Testing

@Suite struct MQTTOutboxTests {
  private func message(_ topic: String, _ payload: String, isRetained: Bool = true) -> MQTTMessage {
    MQTTMessage(topic, Array(payload.utf8), isRetained: isRetained, quality: .atLeastOnce)
  }

  private func event(_ number: Int) -> MQTTMessage {
    MQTTMessage(
      "event", Array("\(number)".utf8), isRetained: false, quality: .atLeastOnce,
      isReplaceable: false)
  }

  private func drain(_ outbox: inout MQTTOutbox) -> [String] {
    var all: [String] = []
    while let next = outbox.next() { all.append("\(next.topic) \(next.payload.text)") }
    return all
  }

  @Test func theNewestOfATopicIsSentOnceAndEventsInOrder() {
    var outbox = MQTTOutbox()
    for number in 0..<3 {
      outbox.put(message("state", "\(number)"))
      outbox.put(event(number))
    }
    #expect(outbox.count == 4)
    #expect(drain(&outbox) == ["state 2", "event 0", "event 1", "event 2"])
    #expect(outbox.isEmpty)
  }

  @Test func aBrokerThatIsAwayForLongGetsTheNewestEvents() {
    var outbox = MQTTOutbox()
    for number in 0..<1000 { outbox.put(event(number)) }
    #expect(outbox.count == MQTTOutbox.eventLimit && outbox.dropped == 1000 - MQTTOutbox.eventLimit)
    #expect(drain(&outbox).first == "event \(1000 - MQTTOutbox.eventLimit)")
  }

  @Test func aNewConnectionGetsAllThatIsRetainedAndNoOldReading() {
    var outbox = MQTTOutbox()
    outbox.put(message("state", "s"))
    outbox.put(message("info", "i"))
    outbox.put(message("reading", "r", isRetained: false))
    _ = drain(&outbox)
    outbox.put(message("reading", "r2", isRetained: false))
    outbox.put(event(1))
    outbox.connected()
    #expect(drain(&outbox) == ["info i", "state s", "event 1"])
  }

  @Test func whatCouldNotBeSentComesAgainUnlessItIsOutOfDate() {
    var outbox = MQTTOutbox()
    outbox.put(message("state", "old"))
    let taken = outbox.next()
    outbox.put(message("state", "new"))
    if let taken { outbox.putBack(taken) }
    outbox.put(event(1))
    outbox.put(event(2))
    let newest = outbox.next()
    #expect(newest?.payload.text == "new")
    if let first = outbox.next() { outbox.putBack(first) }
    #expect(drain(&outbox) == ["event 1", "event 2"])
  }
}

@Suite struct RetainedTopicTests {
  private let start = ContinuousClock.now
  private let untouched = RetainedTopic(
    "qibla", rate: TopicRate(interval: .seconds(3600), repeatInterval: .seconds(3600)))
  private let message = MQTTMessage(
    "qibla", Array("119".utf8), isRetained: true, quality: .atLeastOnce)
  /// MQTT 3.1.1, 3.3.1.3: removes what the broker keeps.
  private let removal = MQTTMessage("qibla", [], isRetained: true, quality: .atLeastOnce)

  @Test func whatWasSentIsRemovedOnceWhereTheDaemonComesBack() {
    var topic = untouched
    topic.take(message, at: start)
    let sent = topic.due(at: start)
    #expect(sent == message)
    let removals = [topic.restart(), topic.restart(), topic.withdraw()]
    #expect(removals == [removal, nil, nil])
  }

  @Test func afterARemovalTheSameIsSentWithoutAWait() {
    var topic = untouched
    for _ in 0..<3 {
      topic.take(message, at: start)
      let sent = topic.due(at: start)
      #expect(sent == message)
      let removed = topic.withdraw()
      #expect(removed == removal && topic.deadline == nil)
    }
  }

  @Test func whatAnEarlierBridgeMayHaveSentIsRemovedOnlyWhereItIsKnownToBeWrong() {
    var topic = untouched
    let removals = [topic.restart(), topic.withdraw(), topic.withdraw()]
    #expect(removals == [nil, removal, nil])
  }

  @Test func aMessageThatNoLongerHoldsIsNotSent() {
    var topic = untouched
    topic.take(message, at: start)
    _ = topic.restart()
    let sent = topic.due(at: start + .seconds(7200))
    #expect(sent == nil)
  }
}

@Suite struct TopicRateTests {
  private let start = ContinuousClock.now

  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  /// Outside of `#expect`, which takes no mutating call.
  private func takeIfDue(_ rate: inout TopicRate, at seconds: Double) -> Bool {
    rate.takeIfDue(at: at(seconds))
  }

  @Test func ofSeveralChangesInAnIntervalTheLastIsSentAtItsEnd() {
    var rate = TopicRate(interval: .seconds(1), repeatInterval: .seconds(60))
    rate.take(identity: [1], at: at(0))
    #expect(takeIfDue(&rate, at: 0))
    rate.take(identity: [2], at: at(0.2))
    rate.take(identity: [3], at: at(0.3))
    #expect(!takeIfDue(&rate, at: 0.9))
    #expect(rate.deadline == at(1))
    #expect(takeIfDue(&rate, at: 1))
    #expect(!takeIfDue(&rate, at: 5))
    #expect(rate.deadline == nil)
  }

  @Test func aChangeThatWasTakenBackIsNotSent() {
    var rate = TopicRate(interval: .seconds(1), repeatInterval: .seconds(60))
    rate.take(identity: [1], at: at(0))
    _ = rate.takeIfDue(at: at(0))
    rate.take(identity: [2], at: at(0.2))
    rate.take(identity: [1], at: at(0.4))
    #expect(!takeIfDue(&rate, at: 2))
  }

  @Test func theSameIsSentAgainAfterTheRepeatInterval() {
    var rate = TopicRate(interval: .seconds(1), repeatInterval: .seconds(60))
    var count = 0
    for second in 0...120 {
      rate.take(identity: [1], at: at(Double(second)))
      if rate.takeIfDue(at: at(Double(second))) { count += 1 }
    }
    #expect(count == 3)
  }
}
