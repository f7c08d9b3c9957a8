import Quantities

/// What breaks, and when: from `from` s on, and for ever where no end is given.
package enum Fault: Equatable, Sendable {
  /// The magnetometer says the same.
  case magnetometerStuck(from: Double, until: Double = .infinity)
  /// The magnetometer says nothing but zeros.
  case magnetometerZero(from: Double, until: Double = .infinity)
  /// The magnetometer's x and y change places.
  case magnetometerAxesSwapped(from: Double)
  /// The magnetometer's x reads 0.
  case magnetometerAxisDead(from: Double, until: Double = .infinity)
  /// The gyro says nothing any more.
  case gyroSilent(from: Double)

  /// Breaks a sample.
  ///
  /// - Parameters:
  ///   - time: of the sample, s.
  ///   - held: the last field before.
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
