import Glibc
import I2C
import Logging
import Quantities
import Sensors
import Synchronization
import Threads

/// The threads of the I²C buses, one each; also of those whose adapters appear later.
///
/// The kernel's list is looked at once a second, so that an adapter is in use within two, whatever made it
/// appear: a driver that was loaded, an overlay, a plug. The system's device manager is not needed.
final class BusScanner: Sendable {
  /// µs between two looks.
  private static let interval: Int64 = 1_000_000
  /// µs. So soon it notices that it is to stop.
  private static let maximumSleep: UInt32 = 250_000

  private struct State: Sendable {
    /// One for each bus that is known, by its index.
    var threads: [BusThread] = []
    /// What was logged of adapters that are left alone, and whether it was logged that there is none.
    var told: Set<String> = []
  }

  private let directory: BusDirectory
  private let registry: DeviceRegistry
  private let logger: Logger
  private let makeThread: @Sendable (SampledBus) -> BusThread
  private let isStopping = Atomic(false)
  private let isLookDue = Atomic(false)
  private let state = Mutex(State())

  /// - Parameters:
  ///   - directory: what is there, and which of it is looked at.
  ///   - registry: learns which buses are scanned.
  ///   - makeThread: makes the thread of a bus, which is started then.
  init(
    _ directory: BusDirectory, _ registry: DeviceRegistry, _ logger: Logger,
    makeThread: @escaping @Sendable (SampledBus) -> BusThread
  ) {
    self.directory = directory
    self.registry = registry
    self.logger = logger
    self.makeThread = makeThread
  }

  /// Starts the threads of the buses that are there, and the one that looks for others.
  ///
  /// - Throws: where the system refuses a thread.
  func start() throws(ThreadRefusal) {
    try look()
    try DedicatedThread.start { self.run() }
  }

  /// Asks all the threads to end.
  func stop() {
    isStopping.store(true, ordering: .relaxed)
    for thread in state.withLock({ $0.threads }) { thread.stop() }
  }

  /// Looks for adapters and for chips on every bus; takes effect within `maximumSleep`.
  func rescan() {
    isLookDue.store(true, ordering: .relaxed)
    for thread in state.withLock({ $0.threads }) { thread.rescan() }
  }

  private func run() {
    var left = Self.interval
    while !isStopping.load(ordering: .relaxed) {
      usleep(Self.maximumSleep)
      left -= Int64(Self.maximumSleep)
      guard isLookDue.exchange(false, ordering: .relaxed) || left <= 0 else { continue }
      left = Self.interval
      do throws(ThreadRefusal) { try look() } catch {
        tell(once: "\(error)") { logger.error("an I2C bus is not sampled: \($0)") }
      }
    }
  }

  /// Starts the threads of the buses that are there and have none yet.
  ///
  /// - Throws: where the system refuses a thread; it is asked again with the next look.
  func look() throws(ThreadRefusal) {
    let (adapters, count) = directory.update()
    for adapter in adapters where adapter.purpose != .users && !directory.isNamed {
      tell(once: "I2C bus \(adapter.label) is for \(adapter.purpose) and left alone") {
        logger.info("\($0); [sensors] bus = \"\(adapter.number)\" would use it")
      }
    }
    if count == 0 {
      registry.noteAbsence()
      let error = I2CError.noSuchBus(name: I2CBusName.usual.text)
      tell(once: "\(error)") { logger.warning("\($0); looking for one each second") }
    }
    for index in state.withLock({ $0.threads.count })..<count {
      let bus = SampledBus(index: index, directory: directory)
      let thread = makeThread(bus)
      registry.look(at: bus.place)
      try thread.start()
      logger.notice("looking for sensors on the I2C bus \(bus.place.label)")
      state.withLock { $0.threads.append(thread) }
    }
  }

  private func tell(once text: String, _ tell: (String) -> Void) {
    if state.withLock({ $0.told.insert(text).inserted }) { tell(text) }
  }
}

/// One of the buses that are sampled.
struct SampledBus: Sendable {
  /// Its own among all, as long as the daemon runs.
  let index: Int
  let directory: BusDirectory

  /// Chips on buses have numbers from 0 on, those of the kernel's drivers from here on.
  static let firstOther = SensorSourceID(rawValue: UInt16(KnownBuses.maximumCount) * 256)

  /// What it is called now.
  var place: BusPlace { BusPlace(index: index, label: directory.label(of: index)) }

  /// The number of the chip at an address.
  func source(at address: UInt8) -> SensorSourceID {
    SensorSourceID(rawValue: UInt16(index) * 256 + UInt16(address))
  }

  /// Opens it, under whatever number it is there.
  func open() throws(I2CError) -> LinuxI2CBus {
    try LinuxI2CBus(path: try directory.adapter(of: index).path)
  }
}
