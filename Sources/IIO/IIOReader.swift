import Glibc
package import Quantities
import Synchronization
package import Threads

/// What happens to a device that is read.
package enum IIOEvent: Sendable {
  /// It measures this quantity, for the first time or again after it did not.
  case found(IIODevice, IIOQuantity)
  /// It measured something.
  case sample(Sample)
  /// It is absent, cannot be read, or a quantity has a fault; reported once until it works again. The reader
  /// keeps trying.
  case failed(IIOError)
  /// It was set up again because of a fault.
  case reset
}

/// Reads a device of the kernel, found by its name and place, on a thread of its own: a driver may block a reader
/// for seconds.
package final class IIOReader: Sendable {
  private let name: IIOName
  private let folder: String
  private let nodes: String
  private let intervalMicroseconds: Int64
  private let gate: Gate
  private let deliver: @Sendable (IIOEvent) -> Void
  private let isStopping = Atomic(false)
  private let clock = BootClock()
  /// µs between two attempts to find a device that is absent.
  private static let searchInterval: Int64 = 250_000
  /// The longest sleep while the gate is closed.
  private static let longestPause = Duration.seconds(1)
  /// µs from a failed reading to the next: a single failure is not the loss of a device.
  private static let retryInterval: Int64 = 20_000

  /// - Parameters:
  ///   - name: which device.
  ///   - folder: where the kernel lists its devices.
  ///   - nodes: where the device nodes are.
  ///   - intervalMicroseconds: from one reading to the next; longer where the driver is slower.
  ///   - gate: while it is closed, the device's files are closed, too.
  ///   - deliver: is called on the reader's thread.
  package init(
    name: IIOName, folder: String = IIODevice.folder, nodes: String = "/dev",
    intervalMicroseconds: Int64 = 10_000, gate: Gate = Gate(),
    deliver: @escaping @Sendable (IIOEvent) -> Void
  ) {
    self.name = name
    self.folder = folder
    self.nodes = nodes
    self.intervalMicroseconds = intervalMicroseconds
    self.gate = gate
    self.deliver = deliver
  }

  /// Starts the thread. Call it once.
  package func start() throws(IIOError) {
    do throws(ThreadRefusal) {
      try DedicatedThread.start { self.run() }
    } catch {
      throw .system(call: "pthread_create", path: name.name, errno: error.errno)
    }
  }

  /// Ends the thread after the current reading.
  package func stop() { isStopping.store(true, ordering: .relaxed) }

  /// Whether it is neither stopped nor held up.
  private var mayRead: Bool { !isStopping.load(ordering: .relaxed) && gate.isOpen }

  /// Blocks until it is stopped.
  private func run() {
    /// The error that was reported last, until a sample comes.
    var reported: IIOError?
    var mayFail = false
    var bufferRetry = BufferRetry()
    var health = ChannelHealth(deliver: deliver)
    while !isStopping.load(ordering: .relaxed) {
      guard gate.isOpen else {
        bufferRetry = BufferRetry()
        gate.wait(atMost: Self.longestPause)
        continue
      }
      do throws(IIOError) {
        try readWhileItIsThere(&reported, &mayFail, &health, bufferRetry)
      } catch .faulty {
        // Its files and its buffer are closed. Where the list cannot be read, the next reading fails.
        (try? device)?.writeSettingsAnew()
        deliver(.reset)
      } catch {
        // A silence is no single failure: nothing was measured for a second.
        if case .silent = error {
          bufferRetry.wasSilent(at: clock.now)
          mayFail = false
        }
        if mayFail {
          mayFail = false
          pause(Self.retryInterval)
          continue
        }
        if error.isAbsence { bufferRetry = BufferRetry() }
        if error != reported { deliver(.failed(error)) }
        reported = error
        health.lost()
        pause(Self.searchInterval)
      }
    }
  }

  /// Finds the device and reads it until it fails, the reader is stopped or held up, or the buffer is to be tried again; its
  /// files are closed then. A buffer, which has the kernel's times, is preferred to single readings. After one was silent,
  /// single readings are made until the device was absent, the gate was closed, or the time of `BufferRetry` is over.
  private func readWhileItIsThere(
    _ reported: inout IIOError?, _ mayFail: inout Bool, _ health: inout ChannelHealth,
    _ bufferRetry: BufferRetry
  ) throws(IIOError) {
    guard var device = try self.device else { throw .missing(name: name.name, place: name.place) }
    if device.switchOffItsFusion(), let changed = try self.device { device = changed }
    device.askForItsHighestRate()
    health.opened(device)
    func deliver(_ sample: Sample) {
      guard sample.hasMeasurement else { return }
      self.deliver(.sample(sample))
      reported = nil
      mayFail = true
    }
    let filesEnd = bufferRetry.filesEnd(at: clock.now)
    if filesEnd == nil, var buffer = IIOBuffer(device, folder: folder, nodes: nodes) {
      while mayRead { deliver(try buffer.next(&health)) }
    } else {
      try readFiles(of: device, until: filesEnd, &health, deliver)
    }
  }

  /// The device as it is now; `nil` where it is absent.
  private var device: IIODevice? {
    get throws(IIOError) { try IIODevice.listed(in: folder).first(where: name.means) }
  }

  private func readFiles(
    of device: IIODevice, until end: Timestamp?, _ health: inout ChannelHealth,
    _ deliver: (Sample) -> Void
  ) throws(IIOError) {
    var sampler = try IIOSampler(device)
    var next = clock.now
    while mayRead, end.map({ clock.now < $0 }) ?? true {
      try sampler.read(&health, deliver: deliver)
      // Readings that a slow driver missed are not made up for.
      next = max(next.advanced(byMicroseconds: intervalMicroseconds), clock.now)
      clock.sleep(until: next)
    }
  }

  private func pause(_ microseconds: Int64) {
    clock.sleep(until: clock.now.advanced(byMicroseconds: microseconds))
  }
}
