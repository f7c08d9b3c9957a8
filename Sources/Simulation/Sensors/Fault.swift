import Quantities

/// A fault of a simulated sensor, from `from` until `until`, s.
package enum Fault: Equatable, Sendable {
  /// The magnetometer repeats one value.
  case magnetometerStuck(from: Double, until: Double = .infinity)
  /// The magnetometer reads zero on every axis.
  case magnetometerZero(from: Double, until: Double = .infinity)
  /// The magnetometer's x and y are exchanged.
  case magnetometerAxesSwapped(from: Double)
  /// The magnetometer's x reads 0.
  case magnetometerAxisDead(from: Double, until: Double = .infinity)
  /// The gyro sends no more samples.
  case gyroSilent(from: Double)

  /// Applies the fault to a sample.
  ///
  /// - Parameters:
  ///   - time: the time of the sample, s.
  ///   - held: the last field before the fault.
  func apply(to sample: inout Sample, at time: Double, held: MagneticField?) {
    switch self {
    case .magnetometerStuck(let from, let until) where (from..<until).contains(time):
      if sample.magneticField != nil { sample.magneticField = held ?? sample.magneticField }
    case .magnetometerZero(let from, let until) where (from..<until).contains(time):
      sample.magneticField?.microtesla = .zero
    case .magnetometerAxesSwapped(let from) where time >= from:
      sample.magneticField = sample.magneticField.map {
        let field = $0.microtesla
        return MagneticField(microtesla: Vector3(field.y, field.x, field.z))
      }
    case .magnetometerAxisDead(let from, let until) where (from..<until).contains(time):
      sample.magneticField?.microtesla.x = 0
    case .gyroSilent(let from) where time >= from:
      sample.angularRate = nil
    default: break
    }
  }
}
