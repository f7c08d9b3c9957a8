import Quantities

/// Detects that gpsd says nothing: a stopped gpsd, or a host that is gone, closes no connection.
///
/// Silence alone is no fault, as gpsd is silent where no receiver speaks. So it is asked, and what does
/// not answer hangs.
struct SilenceWatch: Equatable, Sendable {
  /// What is to be done.
  enum Action: Equatable, Sendable {
    case nothing
    /// Send a question that gpsd always answers.
    case ask
    /// Close the connection.
    case giveUp
  }

  private enum State: Equatable, Sendable {
    case heard(Timestamp)
    case asked(Timestamp)
  }

  private let timing: GPSDSettings.Timing
  private var state: State

  /// - Parameter time: that of the connection.
  init(_ timing: GPSDSettings.Timing, at time: Timestamp) {
    self.timing = timing
    state = .heard(time)
  }

  /// gpsd said anything.
  mutating func hear(at time: Timestamp) { state = .heard(time) }

  /// Time has come to `time`.
  mutating func pass(to time: Timestamp) -> Action {
    switch state {
    case .heard(let last):
      guard time.seconds(since: last) >= timing.silence else { return .nothing }
      state = .asked(time)
      return .ask
    case .asked(let since):
      return time.seconds(since: since) >= timing.answer ? .giveUp : .nothing
    }
  }
}
