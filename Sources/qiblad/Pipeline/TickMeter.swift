import Quantities
import Sensors
import Synchronization
import Wire

/// How punctual the ticks are; written by the pipeline's thread, read once a second by the self-report.
final class TickMeter: Sendable {
  private struct State: Sendable {
    var newest: Timestamp?
    var count = 0
    var missed = 0
    var lateness: Int64?
    /// Whether the thread has slept on purpose, and no tick was punctual since.
    var isCatchingUp = false
    var jitter = Jitter()
  }

  private let state = Mutex(State())
  /// µs from one tick to the next, of the machine's clock.
  private let interval: Int64

  /// - Parameter factor: how many times real time ticks come, within `Speed.range`.
  init(factor: Double = 1) { interval = max(Int64(1e6 / Limits.rateHz / factor), 1) }

  /// Notes a tick.
  ///
  /// - Parameters:
  ///   - tick: its instant.
  ///   - lateness: µs of the machine's clock from when it was due to when it came; `nil` where nothing is
  ///     paced.
  func note(_ tick: Timestamp, lateness: Int64?) {
    state.withLock { state in
      state.newest = tick
      state.count += 1
      if let lateness, lateness <= interval { state.isCatchingUp = false }
      let lateness = state.isCatchingUp ? nil : lateness
      defer { state.lateness = lateness }
      guard let lateness else { return }
      if lateness > interval { state.missed += 1 }
      // How much an interval differs from an even one is how much the lateness changed in it.
      if let before = state.lateness { state.jitter.add(abs(lateness - before)) }
    }
  }

  /// The pipeline's thread sleeps on purpose: the ticks that come late after it are not missed ones.
  func pause() {
    state.withLock { ($0.isCatchingUp, $0.lateness) = (true, nil) }
  }

  /// The newest tick; `nil` before the first.
  var newest: Timestamp? { state.withLock { $0.newest } }

  /// What was noted since this was asked last.
  func take() -> StatsMessage.Ticks {
    state.withLock { state in
      defer {
        state.count = 0
        state.jitter.removeAll()
      }
      return StatsMessage.Ticks(
        count: state.count, missed: state.missed, jitterP50: state.jitter.percentile(50),
        jitterP99: state.jitter.percentile(99))
    }
  }
}
