import Quantities
import SensorHealth

/// Judges by gravity whether the accelerometer is as well calibrated as it was taken for, and tells the filter's state
/// what it finds.
struct AccelerometerJudgement {
  /// How the offset that the state has is known.
  private enum Offset {
    /// By a calibration or a data sheet, which say that it is 0 with this variance, (m/s²)² of each axis.
    case stated(variance: Double)
    /// By gravity in many attitudes.
    case found
  }

  private var strength = AccelerometerCheck()
  private var regression = OffsetRegression()
  private var offset = Offset.stated(variance: 0)

  /// Takes the variance of the accelerometer's offset by its calibration or data sheet, (m/s²)² of each axis.
  mutating func expect(offsetVariance: Double) { offset = .stated(variance: offsetVariance) }

  /// Restarts, as after a gap.
  mutating func restart() {
    strength.restart()
    regression.restart()
  }

  /// Takes an interval's mean force.
  ///
  /// - Parameters:
  ///   - force: m/s², earth frame, as it was measured.
  ///   - attitude: body → earth, mean over the same samples.
  ///   - interval: s.
  ///   - state: gets the offset, or the tolerances of a cheap board, where the former knowledge is contradicted.
  mutating func judge(
    force: Vector3, attitude: Matrix3, interval: Double, in state: inout NavigationState
  ) {
    let acceleration = force + Vector3(0, 0, standardGravity)
    if !strength.isContradicted {
      strength.take(
        acceleration: acceleration - attitude * state.inertial.accelerometerOffset,
        deviation: state.accelerometerDeviation, interval: interval)
      if strength.isContradicted { state.distrustAccelerometer() }
    }
    let found = regression.take(
      acceleration: acceleration, row: attitude.row2, interval: interval)
    if let found { compare(found, with: &state) }
  }

  private mutating func compare(
    _ found: OffsetRegression.Estimate, with state: inout NavigationState
  ) {
    let deviation = deviation(of: found, from: state)
    if deviation.isContradiction { distrust(&state) }
    if found.isComplete, deviation.isContradiction {
      state.replaceAccelerometerOffset(by: found)
      offset = .found
    } else if case .found = offset {
      state.refineAccelerometerOffset(by: found)
    } else if !strength.isContradicted {
      state.suspectAccelerometerOffset(variance: deviation.unexplainedVariance)
    }
  }

  /// Takes the accelerometer for one that was never calibrated.
  mutating func distrust(_ state: inout NavigationState) {
    guard !strength.isContradicted else { return }
    strength.contradict()
    state.distrustAccelerometer()
  }

  private func deviation(
    of found: OffsetRegression.Estimate, from state: NavigationState
  ) -> OffsetRegression.Deviation {
    switch offset {
    case .stated(let variance): found.compared(with: .zero, variance: variance)
    case .found:
      found.compared(
        with: state.inertial.accelerometerOffset,
        variance: state.accelerometerDeviation * state.accelerometerDeviation)
    }
  }
}
