import Heading
import I2C
import IIO
import Quantities
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

/// What is known of the sensors: the threads that read them write it, and the self-report reads it.
///
/// Nothing of it is on the way of a sample, but for which of them count, which stores three numbers.
final class DeviceRegistry: Sendable {
  private struct State: Sendable {
    /// By index.
    var buses: [Int: Bus] = [:]
    /// Said where there is no bus.
    var absence: DevicesMessage.Bus?
    /// By the number of their source, in the order in which they were found.
    var devices: [(source: Int, entry: DeviceEntry)] = []

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
    mutating func change(_ source: Int, _ body: (inout DeviceEntry) -> Void) {
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

  /// A source number that atomics can hold; `nil` where no source counts.
  private struct PrimarySource: ~Copyable, Sendable {
    private let number = Atomic(-1)

    var source: Int? {
      let number = number.load(ordering: .relaxed)
      return number < 0 ? nil : number
    }

    func store(_ source: Int?) { number.store(source ?? -1, ordering: .relaxed) }
  }

  private let state = Mutex(State())
  /// The sources that count for magnetic field, acceleration and angular rate.
  private let field = PrimarySource()
  private let force = PrimarySource()
  private let rate = PrimarySource()

  /// A bus is looked at from now on.
  func look(at bus: BusPlace) { state.withLock { $0.look(at: bus) } }

  /// There is no bus yet.
  func noteAbsence() {
    let bus = I2CBusName.usual.text
    let error = I2CError.noSuchBus(name: bus)
    state.withLock { $0.absence = DevicesMessage.Bus(name: bus, error: "\(error)") }
  }

  /// Which sources count; from the pipeline's thread.
  func note(_ primary: PrimarySources) {
    field.store(primary.field)
    force.store(primary.force)
    rate.store(primary.rate)
  }

  /// A bus cannot be used.
  func note(_ bus: BusPlace, unavailable error: I2CError) {
    state.withLock { state in
      state.look(at: bus)
      state.buses[bus.index]?.message.error = "\(error)"
    }
  }

  /// A bus was asked: what is there now or was before, and what was learned.
  ///
  /// - Parameter source: the number of the source at an address.
  func note(
    _ bus: BusPlace, found: [FoundChip], _ evidence: [Evidence], source: (UInt8) -> Int
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
  func note(_ device: IIODevice, source: Int) {
    state.withLock { state in
      state.devices.removeAll { $0.source == source }
      state.devices.append((source, DeviceEntry(device)))
    }
  }

  /// What the log calls a source.
  func name(of source: Int) -> String {
    state.withLock { state in
      state.devices.first { $0.source == source }?.entry.name ?? "sensor \(source)"
    }
  }

  /// Something happened to a device.
  func change(_ source: Int, _ body: (inout DeviceEntry) -> Void) {
    state.withLock { $0.change(source, body) }
  }

  /// What `devices` says.
  func message(_ sequence: UInt64, at time: Timestamp) -> DevicesMessage {
    let kinds: [(StateMessage.Sensor.Kind, Int?)] = [
      (.mag, field.source), (.accel, force.source), (.gyro, rate.source),
    ]
    return state.withLock { state in
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
