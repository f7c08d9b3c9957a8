import I2C
import IIO
import Quantities
import Redundancy
import Sensors
import Synchronization
import Wire

/// A bus as it is called now.
struct BusPlace: Equatable, Sendable {
  /// Its own among all, as long as the daemon runs.
  let index: Int
  /// As in `1 (bcm2835 (i2c@7e804000))`; another one when it comes back under another number.
  let label: String
}

/// The list of the sensors: the threads that read them write it, and the self-report reads it. No sample
/// waits for it.
final class DeviceRegistry: Sendable {
  private struct State: Sendable {
    /// By index.
    var buses: [Int: Bus] = [:]
    /// Said where there is no bus.
    var absence: DevicesMessage.Bus?
    /// By the number of their source, in the order in which they were found.
    var devices: [(source: SensorSourceID, entry: DeviceEntry)] = []
    /// Those that make the heading.
    var primary = PrimarySources(field: nil, force: nil, rate: nil)

    /// Notes a bus, and what it is called now.
    mutating func look(at place: BusPlace) {
      guard buses[place.index]?.message.name != place.label else { return }
      let bus = Bus(message: DevicesMessage.Bus(name: place.label))
      buses[place.index, default: bus].message.name = place.label
      for index in devices.indices where devices[index].entry.bus == place.index {
        devices[index].entry.move(to: place.label)
      }
    }

    /// Changes the entry of a source; nothing where there is none.
    mutating func change(_ source: SensorSourceID, _ body: (inout DeviceEntry) -> Void) {
      guard let index = devices.firstIndex(where: { $0.source == source }) else { return }
      body(&devices[index].entry)
    }
  }

  private struct Bus: Sendable {
    var message: DevicesMessage.Bus
    /// The devices that answer on it and are no known chip, by address.
    var unknownDevices: [UInt8: UnknownDevice] = [:]
  }

  private struct UnknownDevice: Sendable {
    var device: DevicesMessage.Device
    /// Whether a driver of the kernel owns it; then it may be listed as that driver's.
    var isKernels: Bool

    init(_ evidence: Evidence, on bus: BusPlace) {
      device = DevicesMessage.Device(
        bus: bus.label, address: evidence.address, chip: nil, driver: nil,
        evidence: evidence.readings(for: nil), note: "\(evidence)")
      isKernels = evidence.isOwnedByTheKernel
    }
  }

  private let state = Mutex(State())

  /// A bus is looked at from now on.
  func look(at bus: BusPlace) { state.withLock { $0.look(at: bus) } }

  /// There is no bus yet.
  func noteAbsence() {
    let bus = I2CBusName.usual.text
    let error = I2CError.noSuchBus(name: bus)
    state.withLock { $0.absence = DevicesMessage.Bus(name: bus, error: "\(error)") }
  }

  /// Other sensors make the heading from now on; from the pipeline's thread.
  func note(_ primary: PrimarySources) { state.withLock { $0.primary = primary } }

  /// A bus cannot be used.
  func note(_ bus: BusPlace, unavailable error: I2CError) {
    state.withLock { state in
      state.look(at: bus)
      state.buses[bus.index]?.message.error = "\(error)"
    }
  }

  /// A bus was probed: what is there now or was before, and what was learned.
  ///
  /// - Parameter source: the number of the source at an address.
  func note(
    _ bus: BusPlace, found: [FoundChip], _ evidence: [Evidence], source: (UInt8) -> SensorSourceID
  ) {
    state.withLock { state in
      state.look(at: bus)
      state.buses[bus.index]?.message.error = nil
      for learned in evidence {
        state.buses[bus.index]?.unknownDevices[learned.address] =
          learned.chip == nil ? UnknownDevice(learned, on: bus) : nil
      }
      for chip in found {
        let number = source(chip.address)
        let entry = DeviceEntry(chip, on: bus, evidence)
        let isKnown = state.devices.contains {
          $0.source == number && $0.entry.isSameDevice(as: entry)
        }
        guard !isKnown else { continue }
        state.devices.removeAll { $0.source == number }
        state.devices.append((number, entry))
      }
    }
  }

  /// A device that a driver of the kernel has is read from now on.
  func note(_ device: IIODevice, source: SensorSourceID) {
    state.withLock { state in
      state.devices.removeAll { $0.source == source }
      state.devices.append((source, DeviceEntry(device)))
    }
  }

  /// Which chip a source is; `nil` where there is none.
  func identity(of source: SensorSourceID) -> Identity? {
    state.withLock { state in
      state.devices.first { $0.source == source }?.entry.identity
    }
  }

  /// The chips that are read, as their data sheets call them.
  var chipNames: [String] {
    state.withLock { $0.devices.compactMap(\.entry.device.chip) }
  }

  /// What the log calls a source.
  func name(of source: SensorSourceID) -> String {
    state.withLock { state in
      state.devices.first { $0.source == source }?.entry.name ?? "sensor \(source)"
    }
  }

  /// Something happened to a device.
  func change(_ source: SensorSourceID, _ body: (inout DeviceEntry) -> Void) {
    state.withLock { $0.change(source, body) }
  }

  /// What `devices` says.
  func message(_ sequence: UInt64, at time: Timestamp) -> DevicesMessage {
    state.withLock { state in
      let kinds: [(StateMessage.Sensor.Kind, SensorSourceID?)] = [
        (.mag, state.primary.field), (.accel, state.primary.force), (.gyro, state.primary.rate),
      ]
      var devices = state.devices.map { source, entry in
        entry.described(primaryFor: kinds.filter { $0.1 == source }.map(\.0))
      }
      let kernels = Set(
        state.devices.filter(\.entry.isKernels).compactMap(\.entry.device.address))
      let buses = state.buses.sorted { $0.key < $1.key }.map(\.value)
      for bus in buses {
        for (address, unknown) in bus.unknownDevices.sorted(by: { $0.key < $1.key }) {
          if unknown.isKernels && kernels.contains(address) { continue }
          var device = unknown.device
          device.bus = bus.message.name
          devices.append(device)
        }
      }
      let looked = buses.isEmpty ? state.absence.map { [$0] } ?? [] : buses.map(\.message)
      return DevicesMessage(sequence: sequence, time: time, buses: looked, devices: devices)
    }
  }

  /// What `stats` says of them.
  var statistics: [StatsMessage.Device] {
    state.withLock { $0.devices.map(\.entry.statistics) }
  }
}
