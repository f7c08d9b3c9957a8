import Glibc
import I2C
import IIO
import Quantities
import Synchronization
import Threads

/// The sensors that drivers of the kernel have, each read on a thread of its own; also those that come
/// later.
///
/// A chip is known by what its driver calls it and by its place. Where a bus comes back under another number,
/// the chip of the same name and address that is gone is taken for the one that came.
final class KernelSensors: Sendable {
  /// µs between two searches for devices.
  private static let searchInterval: Int64 = 2_000_000
  /// µs: `stop` and `rescan` take effect within this time.
  private static let maximumSleep: UInt32 = 250_000
  /// µs: the same while no sensor is read.
  private static let maximumPause: UInt32 = 1_000_000

  /// The bus whose chips are the only ones; `nil` for all chips, wherever they are.
  private let bus: String?
  private let first: SensorSourceID
  private let ends: KernelReport.Sinks
  private let isStopping = Atomic(false)
  private let isLookDue = Atomic(false)

  /// - Parameters:
  ///   - bus: the only one whose chips are read; `nil` for all chips, wherever they are.
  ///   - first: the number of the first of these sensors among all.
  init(on bus: String?, first: SensorSourceID, _ ends: KernelReport.Sinks) {
    self.bus = bus
    self.first = first
    self.ends = ends
  }

  /// Starts looking for them.
  ///
  /// - Throws: where the system refuses a thread.
  func start() throws(ThreadRefusal) { try DedicatedThread.start { self.run() } }

  /// Asks all the threads to end; each does after the reading under way.
  func stop() { isStopping.store(true, ordering: .relaxed) }

  /// Looks for devices; takes effect within `maximumSleep`, while no sensor is read within `maximumPause`.
  func rescan() { isLookDue.store(true, ordering: .relaxed) }

  private func run() {
    var readers: [IIOName: Reading] = [:]
    var left: Int64 = 0
    while !isStopping.load(ordering: .relaxed) {
      if isLookDue.exchange(false, ordering: .relaxed) || left <= 0 {
        left = Self.searchInterval
        look(&readers)
      }
      let sleep = ends.gate.isOpen ? Self.maximumSleep : Self.maximumPause
      usleep(sleep)
      left -= Int64(sleep)
    }
    for reading in readers.values { reading.reader.stop() }
  }

  private struct Reading {
    let reader: IIOReader
    let source: SensorSourceID
  }

  private func look(_ readers: inout [IIOName: Reading]) {
    // A bus that was unplugged may be back under another number.
    let buses = ChosenBuses(named: bus, among: I2CAdapter.all())
    let there = IIODevice.all().filter { buses.includeKernelDevice(onBus: $0.place?.bus) }
    for device in there where readers[device.identity] == nil {
      let moved = readers.keys.first { name in
        !there.contains { $0.identity == name } && name.hasMoved(to: device.identity)
      }
      let former = moved.flatMap { readers.removeValue(forKey: $0) }
      former?.reader.stop()
      let used = Set(readers.values.map(\.source))
      let source = former?.source ?? free(besides: used)
      readers[device.identity] = started(device, source: source)
    }
  }

  /// The first number from `first` on that is not `used`.
  private func free(besides used: Set<SensorSourceID>) -> SensorSourceID {
    let numbers = (first.rawValue...).lazy.map(SensorSourceID.init(rawValue:))
    return numbers.first { !used.contains($0) } ?? first
  }

  /// - Returns: `nil` where the system refuses a thread; it is asked again with the next look.
  private func started(_ device: IIODevice, source: SensorSourceID) -> Reading? {
    let report = KernelReport(device, source: source, to: ends)
    let reader = IIOReader(name: device.identity, gate: ends.gate) { report.tell($0) }
    do throws(IIOError) {
      try reader.start()
    } catch {
      report.tell(.failed(error))
      return nil
    }
    return Reading(reader: reader, source: source)
  }
}

extension IIOName {
  /// Whether that may be the same chip, behind a bus that came back under another number.
  fileprivate func hasMoved(to other: IIOName) -> Bool {
    name == other.name && place != nil && place?.address == other.place?.address
  }
}
