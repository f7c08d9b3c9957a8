package import GPSD
package import I2C
package import IIO
package import Quantities
package import Sensors
package import Wire

/// Everything that was observed of a machine and its sensors; the findings follow from it alone.
package struct Observation {
  /// The socket of a daemon that reads the sensors; `nil` if none runs.
  package var daemonSocket: String?
  /// Whether that daemon does not answer.
  package var isDaemonSilent = false
  /// That daemon's version; `nil` if it does not say.
  package var daemonVersion: String?
  /// The version of the program that looks.
  package var ownVersion: String?
  /// That daemon's report of its sensors; with it, the buses are not scanned.
  package var daemonDevices: DevicesMessage?
  /// That daemon's state.
  package var daemonState: StateMessage?
  /// The field as that daemon measures it, and as it should be at its position.
  package var daemonField: FieldMessage?
  /// The mounts in the configuration.
  package var mount = MountText()
  package var machine: Machine
  /// The buses that the daemon would scan, in its order.
  package var buses: [BusObservation]
  /// The chips that kernel drivers use and that the daemon reads through these drivers.
  package var kernelDevices: [IIODevice]
  /// The measurements of `kernelDevices`, in the same order; empty if they were not sampled.
  package var kernelSampled: [SampledChip] = []
  /// `nil` if gpsd is switched off in the configuration.
  package var gpsd: GPSDObservation?
  /// The strength of the Earth's field here, µT; `nil` if place or date is unknown.
  package var expectedField: Double?
  /// Whether the configuration or the command line gives a position.
  package var isPlaceGiven: Bool
  /// Whether the configuration gives a mount for the magnetometer.
  package var isMagnetometerMounted = false
  /// The socket of a daemon that plays a recording or a simulation, and so uses no sensor; `nil` where none does.
  package var playingSocket: String?

  package init(
    daemonSocket: String? = nil, machine: Machine = Machine(), buses: [BusObservation] = [],
    kernelDevices: [IIODevice] = [], gpsd: GPSDObservation? = nil, expectedField: Double? = nil,
    isPlaceGiven: Bool = false
  ) {
    self.daemonSocket = daemonSocket
    self.machine = machine
    self.buses = buses
    self.kernelDevices = kernelDevices
    self.gpsd = gpsd
    self.expectedField = expectedField
    self.isPlaceGiven = isPlaceGiven
  }

  /// Whether a position is known without gpsd.
  var hasPlace: Bool {
    if isPlaceGiven { return true }
    guard let state = daemonState else { return false }
    return state.position.status != .none
  }

  /// The values of `[mount]`.
  package struct MountText: Equatable, Sendable {
    package var magnetometer = BoardMount.componentsUp.description
    package var inertial = BoardMount.componentsUp.description

    package init() {}
  }

  /// Facts about the machine on which a remedy depends.
  package struct Machine: Equatable, Sendable {
    package var isRaspberryPi = false
    /// Whether systemd has a unit for the daemon.
    package var hasService = false
    /// Whether the date can be right; a board without a clock begins in 1970 when it is switched on.
    package var isDatePlausible = true
    /// What the service manager says of that unit; `nil` where there is none, or no manager.
    package var service: ServiceState?
    /// The daemon's stream socket; `nil` where there is none.
    package var socket: SocketAccess?
    /// Where the daemon keeps its state; `nil` where it has kept none yet.
    package var storage: Storage?
    /// `nil` where the kernel does not say.
    package var clock: Clock?
    /// The number of the kernel's I²C adapters for chips that a user connects, whether programs can open them or not.
    package var kernelAdapters = 0
    /// The adapters that programs can open.
    package var adapters: [I2CAdapter] = []
    /// The clock rates of their buses, by number; only those that the device tree gives.
    package var clocks: [Int: BusClock] = [:]

    package init() {}

    /// Stops the service, and its sockets, which would start it again.
    package static let stopService =
      "sudo systemctl stop qiblad.socket qiblad-control.socket qiblad"

    /// How to stop the daemon.
    package var stopDaemon: String { hasService ? Self.stopService : "stop the daemon" }
  }

  /// The stream socket, and the user who looks.
  package struct SocketAccess: Equatable, Sendable {
    package var path: String
    package var group: String
    /// Whether every user may connect.
    package var isOpenToAll: Bool
    /// Whether that group may connect.
    package var isOpenToGroup: Bool
    package var user: String
    /// Whether this user may connect.
    package var isReadable: Bool
    /// The permissions that the configuration gives the socket.
    package var configuredMode: UInt32 = 0o666

    package init(
      path: String, group: String, isOpenToAll: Bool, isOpenToGroup: Bool, user: String,
      isReadable: Bool
    ) {
      (self.path, self.group, self.user) = (path, group, user)
      (self.isOpenToAll, self.isOpenToGroup) = (isOpenToAll, isOpenToGroup)
      self.isReadable = isReadable
    }
  }

  /// The directory of the daemon's state.
  package struct Storage: Equatable, Sendable {
    package var path: String
    /// Bytes that a user without privileges may still write.
    package var freeBytes: Int64
    package var isReadOnly: Bool
    /// Whether it belongs to the user of the service, who may write.
    package var isTheDaemons: Bool

    package init(path: String, freeBytes: Int64, isReadOnly: Bool, isTheDaemons: Bool) {
      (self.path, self.freeBytes) = (path, freeBytes)
      (self.isReadOnly, self.isTheDaemons) = (isReadOnly, isTheDaemons)
    }
  }

  /// What keeps this machine's clock right.
  package struct Clock: Equatable, Sendable {
    /// Whether a program, as for NTP, adjusts it by a reference.
    package var isSynchronized: Bool
    /// Whether there is a clock with a battery that tells the machine's time.
    package var hasBattery: Bool

    package init(isSynchronized: Bool, hasBattery: Bool) {
      (self.isSynchronized, self.hasBattery) = (isSynchronized, hasBattery)
    }
  }
}

/// Everything that was observed of one bus.
package struct BusObservation {
  /// The name in the configuration, or the adapter's name.
  package var name: I2CBusName
  /// `nil` if there is no adapter of that name.
  package var adapter: I2CAdapter?
  /// Why the bus cannot be opened; `nil` if it can.
  package var error: I2CError?
  /// The permissions of the device node; `nil` if it could be opened.
  package var node: NodeAccess?
  package var found: [FoundChip] = []
  package var evidence: [Evidence] = []
  /// What the kernel calls the chips that its drivers use, by address; without those that it does not name.
  package var kernelNames: [UInt8: String] = [:]
  /// The measurements of the chips in `found`, in the same order; empty if they were not sampled.
  package var sampled: [SampledChip] = []

  package init(name: I2CBusName, adapter: I2CAdapter?) {
    self.name = name
    self.adapter = adapter
  }
}

/// The permissions of a device node, and the user who tried to open it.
package struct NodeAccess: Equatable, Sendable {
  package var path: String
  /// The group of the node.
  package var group: String
  /// Whether that group is allowed to read and write.
  package var isOpenToGroup: Bool
  /// The user who tried to open it.
  package var user: String
  /// Whether the user is in the group; takes effect at the next login.
  package var isMember: Bool

  package init(path: String, group: String, isOpenToGroup: Bool, user: String, isMember: Bool) {
    self.path = path
    self.group = group
    self.isOpenToGroup = isOpenToGroup
    self.user = user
    self.isMember = isMember
  }
}

/// The measurements of a chip over about a second.
package struct SampledChip: Equatable, Sendable {
  /// The chip's name in sentences: `QMC5883P at 0x2C`.
  package var name: String
  /// The rate that was set up, Hz; `nil` for a chip that the kernel sets up.
  package var expectedRateHz: Double?
  /// When each measurement was taken.
  package var times: [Timestamp] = []
  /// The fields that a magnetometer measured, in order.
  package var fields: [MagneticField] = []
  /// The latest fault of a chip that was read directly.
  package var fault: ChipFault?
  /// The latest error of a chip that was read through a kernel driver.
  package var kernelError: IIOError?

  /// - Parameter name: the chip's name in sentences.
  package init(name: String, expectedRateHz: Double? = nil) {
    self.name = name
    self.expectedRateHz = expectedRateHz
  }

  /// For a chip that was found on a bus.
  package init(_ found: FoundChip) {
    self.init(
      name: "\(found.chip.name) at \(hexadecimal(found.address))",
      expectedRateHz: found.chip.rateHz)
  }

  /// Adds a measurement.
  package mutating func take(_ sample: Sample) {
    times.append(sample.time)
    if let field = sample.magneticField { fields.append(field) }
  }

  /// The achieved rate, Hz; `nil` with fewer than two measurements.
  package var rateHz: Double? {
    guard let first = times.first, let last = times.last, last > first else { return nil }
    return Double(times.count - 1) * 1e6 / Double(last.microseconds(since: first))
  }
}

/// Everything that was observed of gpsd.
package struct GPSDObservation: Equatable, Sendable {
  package var status: GPSDStatus
  /// Why a fix was rejected; `nil` if none was.
  package var fault: FixFault?
  /// Whether gpsd is installed on this machine; `nil` for a gpsd on another machine.
  package var isInstalled: Bool?
  /// The other machine on which gpsd runs; `nil` for this one.
  package var remoteHost: String?

  package init(
    status: GPSDStatus, fault: FixFault? = nil, isInstalled: Bool? = nil, remoteHost: String? = nil
  ) {
    self.status = status
    self.fault = fault
    self.isInstalled = isInstalled
    self.remoteHost = remoteHost
  }
}
