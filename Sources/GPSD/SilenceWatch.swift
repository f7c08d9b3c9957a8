import Quantities

/// Detects that gpsd hangs: a stopped gpsd, or a host that is gone, closes no connection.
///
/// Silence alone is no fault, as gpsd sends nothing while no receiver sends. So the client asks
/// gpsd for its version, and closes the connection where no answer comes in time.
struct SilenceWatch: Equatable, Sendable {
  /// What the client has to do.
  enum Action: Equatable, Sendable {
    case nothing
    /// Send a question that gpsd always answers.
    case ask
    /// Close the connection.
    case giveUp
  }

  private enum State: Equatable, Sendable {
    case received(Timestamp)
    case asked(Timestamp)
  }

  private let timing: GPSDSettings.Timing
  private var state: State

  /// - Parameter time: that of the connection.
  init(_ timing: GPSDSettings.Timing, at time: Timestamp) {
    self.timing = timing
    state = .received(time)
  }

  /// Records that gpsd sent a line.
  mutating func received(at time: Timestamp) { state = .received(time) }

  /// Checks the silence up to `time`.
  mutating func pass(to time: Timestamp) -> Action {
    switch state {
    case .received(let last):
      guard time.seconds(since: last) >= timing.silence else { return .nothing }
      state = .asked(time)
      return .ask
    case .asked(let since):
      return time.seconds(since: since) >= timing.answer ? .giveUp : .nothing
    }
  }
}
