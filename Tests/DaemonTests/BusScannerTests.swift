import I2C
import Logging
import Quantities
import Sensors
import ServiceManager
import Synchronization
import TestDoubles
import Testing
import Threads
import Wire

@testable import qiblad

/// What the kernel lists, and which buses were opened: by a test and by the threads of the buses.
private final class Machine: Sendable {
  let adapters = Mutex<[I2CAdapter]>([])
  let opened = Mutex<[Int]>([])
  let registry = DeviceRegistry()

  var directory: BusDirectory { BusDirectory { [self] _ in adapters.withLock { $0 } } }

  func plugIn(_ new: I2CAdapter...) { adapters.withLock { $0 += new } }

  /// Buses whose threads note that they run.
  func scanner(_ directory: BusDirectory) -> BusScanner {
    BusScanner(directory, registry, Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }) {
      bus in BusThread { self.runner(bus) }
    }
  }

  /// The thread of the first bus, which the watchdog knows.
  func watchedThread(_ directory: BusDirectory, _ loops: Heartbeats) -> BusThread {
    BusThread(of: SampledBus(index: 0, directory: directory), gate: Gate(), loops: loops) { _ in
      self.runner(SampledBus(index: 0, directory: directory))
    }
  }

  private func runner(_ bus: SampledBus) -> BusRunner {
    BusRunner(
      clock: BootClock(),
      listener: .init(
        sample: { _, _ in }, event: { _, _ in }, probed: { _, _ in }, unavailable: { _ in }),
      open: { [self] () throws(I2CError) in
        let number = try bus.directory.adapter(of: bus.index).number
        opened.withLock { $0.append(number) }
        return ScriptedBus()
      })
  }

  /// Waits until the bus of that number was opened; for long, since the machine may be busy.
  func opens(_ number: Int) -> Bool {
    let clock = BootClock()
    let end = clock.now.advanced(byMicroseconds: 30_000_000)
    while clock.now < end {
      if opened.withLock({ $0.contains(number) }) { return true }
      clock.sleep(until: clock.now.advanced(byMicroseconds: 20_000))
    }
    return false
  }

  var buses: [String] { registry.message(1, at: Timestamp(microseconds: 0)).buses.map(\.name) }
}

struct BusScannerTests {
  private let machine = Machine()
  private let header = I2CAdapter(number: 1, name: "header", node: "/soc/i2c@7e804000")
  private let usb = I2CAdapter(number: 7, name: "i2c-tiny-usb at bus 001 device 004")

  @Test func anAdapterThatAppearsWhereThereWasNoneIsSampled() throws {
    let scanner = machine.scanner(machine.directory)
    defer { scanner.stop() }
    try scanner.start()
    #expect(machine.buses == ["1"])  // said to be missing
    machine.plugIn(usb)
    #expect(machine.opens(7))
    #expect(machine.buses == ["7 (i2c-tiny-usb at bus 001 device 004)"])
  }

  @Test func anAdapterThatAppearsBesideAnotherIsSampledToo() throws {
    machine.plugIn(header)
    let scanner = machine.scanner(machine.directory)
    defer { scanner.stop() }
    try scanner.start()
    #expect(machine.opens(1))
    machine.plugIn(usb)
    #expect(machine.opens(7))
  }

  @Test func aDisplaysIsLeftAlone() throws {
    let display = I2CAdapter(number: 2, name: "hdmi", purpose: .display)
    machine.plugIn(display, header)
    let scanner = machine.scanner(machine.directory)
    defer { scanner.stop() }
    try scanner.start()
    #expect(machine.opens(1))
    #expect(machine.buses == ["1 (header)"])
    #expect(!machine.opened.withLock { $0.contains(2) })
  }

  // A thread that the system refuses is made again each second. The watchdog would take it for one that hangs.
  @Test func aBusIsWatchedOnceItsThreadRuns() throws {
    machine.plugIn(header)
    let (directory, loops) = (machine.directory, Heartbeats())
    _ = directory.update()
    let thread = machine.watchedThread(directory, loops)
    #expect(loops.all.isEmpty)
    try thread.start()
    defer { thread.stop() }
    #expect(machine.opens(1))
    #expect(loops.all.map(\.name) == ["the thread of I2C bus 1 (header)"])
  }

  @Test func eachBusHasItsOwnRangeOfSources() throws {
    machine.plugIn(header, usb)
    let directory = machine.directory
    _ = directory.update()
    let sources = [0, 1].map { SampledBus(index: $0, directory: directory).source(at: 0x68) }
    #expect(sources == [0x68, 0x168])
    let last = SampledBus(index: KnownBuses.maximumCount - 1, directory: directory)
    #expect(last.source(at: 0x7F) < SampledBus.firstOther)
  }
}
