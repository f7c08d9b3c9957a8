import Haptics
import Testing

@testable import qiblad

struct HapticQueueTests {
  private func names(_ queue: HapticQueue) -> [String] {
    queue.close()
    var names: [String] = []
    while let job = queue.take() {
      switch job {
      case .event(let event): names.append(event.rawValue)
      case .command(let command): names.append(command.pattern.rawValue)
      }
    }
    return names
  }

  private func command(_ pattern: HapticPattern) -> HapticCommand {
    HapticCommand(pattern: pattern) { _ in }
  }

  @Test func ofEventsTheNewestIsKeptAndOfCommandsEach() {
    let queue = HapticQueue()
    #expect(queue.put(command(.click)))
    queue.put(.aligned)
    #expect(queue.put(command(.buzz)))
    queue.put(.left)
    #expect(names(queue) == ["left", "click", "buzz"])
  }

  @Test func aFullQueueRefusesACommandAndTakesAnEvent() {
    let queue = HapticQueue()
    var taken = 0
    while taken < 100, queue.put(command(.click)) { taken += 1 }
    #expect(1...10 ~= taken)
    queue.put(.passed)
    #expect(names(queue) == ["passed"] + Array(repeating: "click", count: taken))
  }

  @Test func aClosedQueueTakesNothing() {
    let queue = HapticQueue()
    queue.close()
    queue.put(.aligned)
    #expect(!queue.put(command(.click)))
    #expect(names(queue).isEmpty)
  }
}
