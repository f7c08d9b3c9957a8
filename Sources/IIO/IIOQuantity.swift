/// What a kernel driver's channels measure, as far as a compass needs it.
package enum IIOQuantity: CaseIterable, Equatable, Sendable {
  case magneticField
  case acceleration
  case angularRate

  /// How the kernel's files for it are called: `in_magn_x_raw`.
  var prefix: String {
    switch self {
    case .magneticField: "in_magn"
    case .acceleration: "in_accel"
    case .angularRate: "in_anglvel"
    }
  }

  /// What it is called in a sentence.
  package var words: String {
    switch self {
    case .magneticField: "the magnetic field"
    case .acceleration: "acceleration"
    case .angularRate: "angular rate"
    }
  }

  /// What turns the kernel's unit into ours: gauss into µT; m/s² and rad/s stay.
  ///
  /// - Source: Linux, Documentation/ABI/testing/sysfs-bus-iio.
  var perKernelUnit: Double { self == .magneticField ? 100 : 1 }
}
