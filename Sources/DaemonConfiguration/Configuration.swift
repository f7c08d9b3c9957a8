package import Boards
package import Haptics
package import Quantities
package import Wire

/// The daemon's settings. An empty file leaves them all at their defaults.
package struct Configuration: Equatable, Sendable {
  /// The file's path without `--config`.
  package static let defaultPath = "/etc/qiblad/qiblad.toml"

  /// `[place]`: the device's position; `nil` to use the satellite receiver's.
  package var place: Position?
  /// `[north] declination_deg`; `nil` to compute it by the magnetic model.
  package var declination: Declination?
  /// `[target]`: the point that the pointer shows; `nil` for the Kaaba.
  package var target: QiblaMessage.Target?
  /// `[target] method`: the method of the pointer's bearing.
  package var method = QiblaMessage.Method.greatCircle
  /// `[north] coefficients`: the absolute path of a coefficient file; `nil` for the built-in model.
  package var coefficients: String?
  /// `[sensors] bus`: the I2C bus by number, device node or adapter name; `nil` to scan all buses.
  package var sensorBus: String?
  /// `[sensors] chips`: drivers and addresses of named chips, as in `hmc5883l@0x1E`. Other chips
  /// are detected.
  package var sensorChips: [String] = []
  /// `[sensors] kernel_drivers`: whether chips with a kernel driver are read through that driver.
  package var usesKernelDrivers = true
  /// `[sensors] pause_after_s`: seconds without a need for measurements after which no sensor is read; `nil` to read them
  /// always.
  package var pauseAfterSeconds: Double?
  /// `[mount]`: how the boards are mounted in the device.
  package var mount = Mount()
  /// `[mount] error_deg`: degrees, 68 %, how exactly the boards sit in the device.
  package var mountErrorDegrees = 1.0
  /// `[gpsd]`: the address of gpsd; `nil` if it is switched off.
  package var gpsd: GPSD? = GPSD()
  /// `[haptics]`: the motor and its patterns.
  package var haptics = HapticSettings()
  /// `[stream]`: the socket.
  package var stream = Stream()
  /// `[control]`: the socket for commands.
  package var control = Control()
  /// `[alignment]`: when the device counts as facing the Qibla.
  package var alignment = Alignment()
  /// `[calibration] automatic`: whether a device without a calibration collects samples for one by itself.
  package var calibratesAutomatically = true
  /// `[prayers]` and `[hijri]`: the words of each key. The daemon does not use them; the programs that show times of
  /// prayer check them.
  package var prayers: [String: String] = [:]
  package var hijri: [String: String] = [:]
  /// `[log] level`.
  package var logLevel = LogLevel.info

  /// The default settings.
  package init() {}

  /// The mounts of live sensors. A recording has its own mounts.
  package struct Mount: Equatable, Sendable {
    /// The mount of the board with the magnetometer.
    package var magnetometer = BoardMount.componentsUp
    /// The mount of the board with accelerometer and gyro.
    package var inertial = BoardMount.componentsUp
    /// The named board with the magnetometer; `nil` without a name: the chips' axes are then taken
    /// to be parallel to the board's.
    package var magnetometerBoard: NamedBoard?
    /// The named board with accelerometer and gyro; `nil` without a name.
    package var inertialBoard: NamedBoard?
    /// Whether the file has the key `magnetometer`.
    package var isMagnetometerGiven = false

    /// Whether the user has checked the magnetometer's mount: the file names a board whose chips
    /// all have a confirmed orientation, or gives a mount other than the default, or has the key
    /// `magnetometer`.
    package var isMagnetometerChecked: Bool {
      let isBoardKnown = magnetometerBoard?.parts.allSatisfy { $0.source != nil } ?? false
      return isBoardKnown || isMagnetometerGiven || magnetometer != .componentsUp
    }

    package init() {}
  }

  /// The address on which gpsd listens.
  package struct GPSD: Equatable, Sendable {
    /// The host's name or IP address.
    package var host = "localhost"
    /// Its TCP port.
    package var port: UInt16 = 2947

    package init() {}
  }

  /// The stream socket.
  package struct Stream: Equatable, Sendable {
    /// The absolute path of the sockets' directory; `nil` for the default (`SocketDirectory`).
    package var directory: String?
    /// The permission bits of `stream.sock`.
    package var mode: UInt32 = 0o666
    /// The connections that one user may have at a time, 1 to 1024; root and the daemon's user may
    /// have all.
    package var clientsPerUser = 256

    package init() {}
  }

  /// The control socket.
  package struct Control: Equatable, Sendable {
    /// Whether there is one.
    package var isEnabled = true
    /// The name of the group that may connect, beside the daemon's user: empty for none; `nil` for
    /// `qibla` if there is such a group.
    package var group: String?

    package init() {}
  }

  /// The thresholds of docs/protocol.md, alignment.
  package struct Alignment: Equatable, Sendable {
    /// The device faces the Qibla from this |pointer| down, degrees, 0.5 to 10.
    package var enterDegrees = 5.0
    /// It no longer faces the Qibla above this |pointer|, degrees, above `enterDegrees`, to 30.
    package var leaveDegrees = 7.0
    /// How long it must face the Qibla before it is aligned, milliseconds, 0 to 10,000.
    package var dwellMilliseconds = 400.0
    /// A device that turns faster than this only passes, degrees a second, 1 to 1000.
    package var passDegreesPerSecond = 40.0
    /// Aligned for this long, the device is locked, seconds, 0 to 60.
    package var lockSeconds = 2.0
    /// The shortest time between two haptic patterns, milliseconds, 0 to 60,000; the one after `left`, and that
    /// of `aligned` after `passed`, may come sooner.
    package var hapticGapMilliseconds = 700.0

    package init() {}
  }

  /// The lowest level that is logged. The names are those of swift-log.
  package enum LogLevel: String, CaseIterable, Sendable {
    case trace, debug, info, notice, warning, error, critical
  }
}
