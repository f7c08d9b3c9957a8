package import Boards
package import Haptics
package import Quantities
package import Wire

/// The daemon's settings; a file that says nothing leaves them all at their defaults.
package struct Configuration: Equatable, Sendable {
  /// Where the file is, unless `--config` says otherwise.
  package static let defaultPath = "/etc/qiblad/qiblad.toml"

  /// `[place]`: where the device is, or `nil` where that is for a receiver to say.
  package var place: Position?
  /// `[north] declination_deg`, or `nil` where it is not given by hand.
  package var declination: Declination?
  /// `[target]`: where the pointer leads, or `nil` for the Kaaba.
  package var target: QiblaMessage.Target?
  /// `[target] method`: by which bearing the pointer leads.
  package var method = QiblaMessage.Method.greatCircle
  /// `[north] coefficients`: the absolute path of a coefficient file, or `nil` for the model that is
  /// compiled in.
  package var coefficients: String?
  /// `[sensors] bus`: the I2C bus by number, node or adapter name, or `nil` to look at them all.
  package var sensorBus: String?
  /// `[sensors] chips`: what is at which address, as in `hmc5883l@0x1E`; the rest is found.
  package var sensorChips: [String] = []
  /// `[sensors] kernel_drivers`: whether chips that a driver of the kernel has are read through it.
  package var usesKernelDrivers = true
  /// `[mount]`: how the boards sit in the device.
  package var mount = Mount()
  /// `[gpsd]`: where the satellite receiver's daemon is, or `nil` where none is asked.
  package var gpsd: GPSD? = GPSD()
  /// `[haptics]`: which motor plays what.
  package var haptics = HapticSettings()
  /// `[stream]`: the socket.
  package var stream = Stream()
  /// `[alignment]`: when the device counts as on the Qibla.
  package var alignment = Alignment()
  /// `[log] level`.
  package var logLevel = LogLevel.info

  /// All defaults.
  package init() {}

  /// How live sensors sit; a recording has a mount of its own.
  package struct Mount: Equatable, Sendable {
    /// How the board with the magnetometer sits.
    package var magnetometer = BoardMount.componentsUp
    /// How the board with accelerometer and gyro sits.
    package var inertial = BoardMount.componentsUp
    /// Which board has the magnetometer; `nil` where none was named, and chips lie along the board's axes.
    package var magnetometerBoard: NamedBoard?
    /// Which board has accelerometer and gyro.
    package var inertialBoard: NamedBoard?
    /// Whether the file has a line for the board with the magnetometer alone.
    package var isMagnetometerGiven = false

    /// Whether somebody has looked at how the magnetometer lies: the file names a board that is known for all of its
    /// chips, says something else than the default, or says the default for this board alone.
    package var isMagnetometerChecked: Bool {
      let isBoardKnown = magnetometerBoard?.parts.allSatisfy { $0.source != nil } ?? false
      return isBoardKnown || isMagnetometerGiven || magnetometer != .componentsUp
    }

    package init() {}
  }

  /// Where gpsd listens.
  package struct GPSD: Equatable, Sendable {
    /// A host's name or address.
    package var host = "localhost"
    /// Its TCP port.
    package var port: UInt16 = 2947

    package init() {}
  }

  /// The stream socket.
  package struct Stream: Equatable, Sendable {
    /// The absolute path of the sockets' directory, or `nil` to look where clients look.
    package var directory: String?
    /// The permission bits of `stream.sock`.
    package var mode: UInt32 = 0o666

    package init() {}
  }

  /// The thresholds of docs/protocol.md, alignment.
  package struct Alignment: Equatable, Sendable {
    /// |pointer| at which the device comes onto the Qibla, degrees, 0.5 to 10.
    package var enterDegrees = 5.0
    /// |pointer| beyond which it has left, degrees, over `enterDegrees`, to 30.
    package var leaveDegrees = 7.0
    /// How long it has to stay before it counts, milliseconds, 0 to 10,000.
    package var dwellMilliseconds = 400.0
    /// A faster turn only passes, degrees a second, 1 to 1000.
    package var passDegreesPerSecond = 40.0
    /// On the Qibla for this long it is locked, seconds, 0 to 60.
    package var lockSeconds = 2.0
    /// At least this long from one haptic to the next, milliseconds, 0 to 60,000.
    package var hapticGapMilliseconds = 700.0

    package init() {}
  }

  /// What is logged: this level and every worse one; the names are those of swift-log.
  package enum LogLevel: String, CaseIterable, Sendable {
    case trace, debug, info, notice, warning, error, critical
  }
}
