private import Glibc
import Quantities

/// A quantity as a function of time whose first two derivatives are continuous and known exactly:
/// the sum of a start, a constant rate, smooth moves one after another, and waves.
package struct Path: Equatable, Sendable {
  /// A sine with an envelope.
  package struct Wave: Equatable, Sendable {
    package var amplitude: Double
    package var hertz: Double
    package var phaseDegrees: Double
    package var envelope: Envelope
  }

  private struct Move: Equatable, Sendable {
    /// s
    var start: Double
    /// s
    var seconds: Double
    /// The value after the moves before, without the constant rate.
    var from: Double
    var by: Double
  }

  private let start: Double
  private let rate: Double
  private var moves: [Move] = []
  private var waves: [Wave] = []
  /// The beginning of the next move, s.
  private var end = 0.0
  /// The value after all moves.
  private var last: Double

  /// - Parameters:
  ///   - start: the value at 0 s.
  ///   - rate: per s, at all times, also before 0 s.
  package init(_ start: Double = 0, rate: Double = 0) {
    self.start = start
    self.rate = rate
    last = start
  }

  /// Adds a pause of `seconds` before the next move.
  package func holding(_ seconds: Double) -> Path {
    precondition(seconds >= 0, "time does not run backwards")
    var path = self
    path.end += seconds
    return path
  }

  /// Adds a move by `difference` in `seconds`, above 0.
  package func moving(by difference: Double, over seconds: Double) -> Path {
    precondition(seconds > 0, "a move takes time")
    var path = self
    path.moves.append(Move(start: end, seconds: seconds, from: last, by: difference))
    path.last += difference
    path.end += seconds
    return path
  }

  /// Adds a move to `value` (without the constant rate) in `seconds`, above 0.
  package func moving(to value: Double, over seconds: Double) -> Path {
    moving(by: value - last, over: seconds)
  }

  /// Adds a sine, independently of the moves.
  package func waving(
    _ amplitude: Double, hertz: Double, phaseDegrees: Double = 0,
    during envelope: Envelope = .always
  ) -> Path {
    var path = self
    path.waves.append(
      Wave(amplitude: amplitude, hertz: hertz, phaseDegrees: phaseDegrees, envelope: envelope))
    return path
  }

  /// The value and its derivatives at `time`, s, also before the start.
  package func jet(at time: Double) -> Jet {
    var jet = Jet(value: rate == 0 ? 0 : rate * time, rate: rate) + moved(at: time)
    for wave in waves { jet = jet + wave.jet(at: time) }
    return jet
  }

  private func moved(at time: Double) -> Jet {
    var (low, high) = (0, moves.count)  // the moves that have begun are those before `low`
    while low < high {
      let middle = (low + high) / 2
      if moves[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return Jet(value: start) }
    let move = moves[low - 1]
    let part = smoothStep(at: time, start: move.start, seconds: move.seconds)
    return Jet(value: move.from) + Jet(value: move.by) * part
  }
}

extension Path.Wave {
  func jet(at time: Double) -> Jet {
    let strength = envelope.jet(at: time)
    guard strength.value > 0 else { return Jet(value: 0) }
    let omega = 2 * Double.pi * hertz
    let angle = omega * time + phaseDegrees.inRadians
    let sine = amplitude * sin(angle)
    return strength
      * Jet(value: sine, rate: amplitude * omega * cos(angle), acceleration: -omega * omega * sine)
  }
}
