package import GPSD
package import I2C
package import IIO
package import Quantities
package import Sensors
package import Wire

/// What was seen of a device: all that the findings follow from.
package struct Observation {
  /// The socket of a daemon that reads the sensors; `nil` where none runs.
  package var daemonSocket: String?
  /// What that daemon says of them; then nobody else looks.
  package var daemonDevices: DevicesMessage?
  /// What that daemon has seen of how they sit; `nil` where nothing speaks against the configuration.
  package var daemonMount: StateMessage.Mount?
  /// How the configuration says that they sit.
  package var mount = MountText()
  package var machine: Machine
  /// The buses that the daemon would look at, in its order.
  package var buses: [BusObservation]
  /// The chips that drivers of the kernel own and that the daemon reads through them.
  package var kernelDevices: [IIODevice]
  /// What those measured, in that order; empty where none was asked to.
  package var kernelSampled: [SampledChip] = []
  /// `nil` where the configuration says that gpsd is not to be asked.
  package var gpsd: GPSDObservation?
  /// The strength of the Earth's field where the device is, µT; `nil` where place or date is unknown.
  package var expectedField: Double?
  /// Whether the configuration or the command line says where the device is.
  package var isPlaceGiven: Bool
  /// Whether the configuration says how the magnetometer's board sits.
  package var isMagnetometerMounted = false

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

  /// The values of `[mount]`.
  package struct MountText: Equatable, Sendable {
    package var magnetometer = BoardMount.componentsUp.description
    package var inertial = BoardMount.componentsUp.description

    package init() {}
  }

  /// What a remedy has to know of the machine.
  package struct Machine: Equatable, Sendable {
    package var isRaspberryPi = false
    /// How many I²C adapters the kernel has, whether programs can open them or not.
    package var kernelAdapters = 0
    /// Those that programs can open.
    package var adapters: [I2CAdapter] = []
    /// How fast their buses are set to run, by their numbers, where the device tree tells.
    package var clocks: [Int: BusClock] = [:]

    package init() {}
  }
}

/// What was seen of one bus.
package struct BusObservation {
  /// As it was asked for, or the adapter's name.
  package var name: I2CBusName
  /// `nil` where there is none of that name.
  package var adapter: I2CAdapter?
  /// Why the bus cannot be opened; `nil` where it can.
  package var error: I2CError?
  /// Who may open the node; asked where it was refused.
  package var node: NodeAccess?
  package var found: [FoundChip] = []
  package var evidence: [Evidence] = []
  /// What each chip that was found measured, in that order; empty where none was asked to.
  package var sampled: [SampledChip] = []

  package init(name: I2CBusName, adapter: I2CAdapter?) {
    self.name = name
    self.adapter = adapter
  }
}

/// Who may open a device node, and who wants to.
package struct NodeAccess: Equatable, Sendable {
  package var path: String
  /// The group of the node.
  package var group: String
  /// Whether that group may read and write.
  package var isOpenToGroup: Bool
  /// Who asks.
  package var user: String
  /// Whether the user is listed in the group, which counts from the next login on.
  package var isMember: Bool

  package init(path: String, group: String, isOpenToGroup: Bool, user: String, isMember: Bool) {
    self.path = path
    self.group = group
    self.isOpenToGroup = isOpenToGroup
    self.user = user
    self.isMember = isMember
  }
}

/// What a chip measured in about a second.
package struct SampledChip: Equatable, Sendable {
  /// What it is called in a sentence: `QMC5883P at 0x2C`.
  package var name: String
  /// Measurements a second, as it was set up; `nil` where that is the kernel's business.
  package var expectedRateHz: Double?
  /// When each measurement was taken.
  package var times: [Timestamp] = []
  /// What a magnetometer measured, in order.
  package var fields: [MagneticField] = []
  /// What was told last to be wrong with it.
  package var fault: ChipFault?
  /// The same of one that a driver of the kernel has.
  package var kernelError: IIOError?

  /// - Parameter name: what it is called in a sentence.
  package init(name: String, expectedRateHz: Double? = nil) {
    self.name = name
    self.expectedRateHz = expectedRateHz
  }

  /// Of a chip that was found.
  package init(_ found: FoundChip) {
    self.init(
      name: "\(found.chip.name) at \(hexadecimal(found.address))",
      expectedRateHz: found.chip.rateHz)
  }

  /// Notes a measurement.
  package mutating func take(_ sample: Sample) {
    times.append(sample.time)
    if let field = sample.magneticField { fields.append(field) }
  }

  /// Measurements a second; `nil` where fewer than two came.
  package var rateHz: Double? {
    guard let first = times.first, let last = times.last, last > first else { return nil }
    return Double(times.count - 1) * 1e6 / Double(last.microseconds(since: first))
  }
}

/// What was seen of gpsd.
package struct GPSDObservation: Equatable, Sendable {
  package var status: GPSDStatus
  /// What was not believed.
  package var fault: FixFault?
  /// Whether the program is on this machine; `nil` where gpsd is asked on another one.
  package var isInstalled: Bool?
  /// That other one.
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
