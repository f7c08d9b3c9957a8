import Glibc
import I2C
import IIO
import Synchronization
import Threads

/// The sensors that drivers of the kernel have, each read on a thread of its own; also those that come
/// later.
///
/// A chip is known by what its driver calls it, which stays when it is plugged in again; of two with one
/// name the first is read.
final class KernelSensors: Sendable {
  /// µs between two looks at what there is.
  private static let patience: Int64 = 2_000_000
  /// µs. So soon it notices that it is to stop.
  private static let longestNap: UInt32 = 250_000

  private let bus: I2CBusName?
  private let first: Int
  private let report: KernelReport
  private let isStopping = Atomic(false)

  /// - Parameters:
  ///   - bus: the only one whose chips are read; `nil` for all chips, wherever they are.
  ///   - first: the number of the first of these sensors among all.
  init(on bus: I2CBusName?, first: Int, _ report: KernelReport) {
    self.bus = bus
    self.first = first
    self.report = report
  }

  /// Starts looking for them.
  ///
  /// - Throws: where the system refuses a thread.
  func start() throws(ThreadRefusal) { try OwnThread.start { self.run() } }

  /// Asks all the threads to end; each does after the reading under way.
  func stop() { isStopping.store(true, ordering: .relaxed) }

  private func run() {
    var readers: [String: IIOReader] = [:]
    var left: Int64 = 0
    while !isStopping.load(ordering: .relaxed) {
      if left <= 0 {
        left = Self.patience
        for device in IIODevice.all() where readers[device.name] == nil && isMeant(device) {
          readers[device.name] = started(device, source: first + readers.count)
        }
      }
      usleep(Self.longestNap)
      left -= Int64(Self.longestNap)
    }
    for reader in readers.values { reader.stop() }
  }

  private func isMeant(_ device: IIODevice) -> Bool {
    guard let bus else { return true }
    guard let place = device.place else { return false }
    return bus.adapter(among: I2CAdapter.all())?.number == place.bus
  }

  /// - Returns: `nil` where the system refuses a thread; it is asked again with the next look.
  private func started(_ device: IIODevice, source: Int) -> IIOReader? {
    let reader = IIOReader(name: device.name) { [report] event in
      report.tell(device, source: source, event)
    }
    do throws(IIOError) {
      try reader.start()
    } catch {
      report.tell(device, source: source, .failed(error))
      return nil
    }
    return reader
  }
}
