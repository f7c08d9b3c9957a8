import Haptics
import Threads
import Wire

/// A pattern that a control client asked for.
struct HapticCommand: Sendable {
  let pattern: HapticPattern
  /// Called once, with the motor's name or why nothing was played.
  let answer: @Sendable (Result<String, HapticRefusal>) -> Void
}

/// Why no pattern was played; the description is one line for the user.
enum HapticRefusal: Error, CustomStringConvertible {
  case muted
  case switchedOff
  case failed(String)

  var description: String {
    switch self {
    case .muted: "haptics are muted"
    case .switchedOff: "[haptics] output is \"none\""
    case .failed(let reason): reason
    }
  }
}

/// What the motor's thread has to play: of the events that come while a pattern plays only the newest, and
/// every command.
final class HapticQueue: Sendable {
  enum Job: Sendable {
    case event(HapticEvent)
    case command(HapticCommand)
  }

  /// Commands that may wait; a pattern lasts for up to a second.
  private static let capacity = 4

  private struct State: Sendable {
    var event: HapticEvent?
    var commands = BoundedQueue<HapticCommand>(
      capacity: HapticQueue.capacity, whenFull: .dropNewest)
    var isClosed = false
  }

  private let monitor = Monitor(State())

  /// Adds an event in place of the one that waits; never waits.
  func put(_ event: HapticEvent) {
    monitor.withLock { if !$0.isClosed { $0.event = event } }
    monitor.wakeAll()
  }

  /// Adds a command; never waits.
  ///
  /// - Returns: whether there was room for it.
  func put(_ command: HapticCommand) -> Bool {
    let isTaken = monitor.withLock { !$0.isClosed && $0.commands.append(command) }
    monitor.wakeAll()
    return isTaken
  }

  /// Jobs that wait can still be taken, and none is added.
  func close() {
    monitor.withLock { $0.isClosed = true }
    monitor.wakeAll()
  }

  /// Takes the next job, events first, and sleeps until there is one; `nil` once closed and empty.
  func take() -> Job? {
    monitor.wait {
      $0.event != nil || !$0.commands.isEmpty || $0.isClosed
    } then: { state in
      if let event = state.event {
        state.event = nil
        return .event(event)
      }
      return state.commands.popFirst().map(Job.command)
    }
  }
}
