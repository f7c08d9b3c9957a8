internal import NIOCore
private import Synchronization

/// What the server itself has to say to browsers, beside the daemon's lines: the newest of each kind.
///
/// Each browser's stream asks between the daemon's lines for what it has not sent yet, so that no browser
/// waits for another one.
package final class Notices: Sendable {
  /// One notice, with its number in the order of all.
  package struct Notice: Sendable {
    let number: Int
    let event: ByteBuffer
    /// Whether only the device's own screen may see it.
    let isForOwnScreen: Bool
  }

  private struct State {
    var next = 1
    /// By kind, such as `bell`.
    var newest: [String: Notice] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// Sets the newest notice of a kind.
  ///
  /// - Parameter line: one JSON object, without LF.
  package func post(_ kind: String, _ line: String, isForOwnScreen: Bool = false) {
    state.withLock { state in
      state.newest[kind] = Notice(
        number: state.next, event: EventFramer.event(line), isForOwnScreen: isForOwnScreen)
      state.next += 1
    }
  }

  /// Shows the code for another browser on the device's own screen; `nil`: none any more.
  func show(code: String?) {
    let member = code.map { #","code":"\#($0)""# } ?? ""
    post("pairing", #"{"type":"pairing"\#(member)}"#, isForOwnScreen: true)
  }

  /// The notices after a number, in order.
  func after(_ number: Int, isOwnScreen: Bool) -> [Notice] {
    state.withLock { state in
      // Nearly always: every browser asks after each of its readings.
      guard number < state.next - 1 else { return [] }
      return state.newest.values
        .filter { $0.number > number && (isOwnScreen || !$0.isForOwnScreen) }
        .sorted { $0.number < $1.number }
    }
  }
}
