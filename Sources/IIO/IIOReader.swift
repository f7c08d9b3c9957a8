import Glibc
package import Quantities
import Synchronization
import Threads

/// What happens to a device that is read.
package enum IIOEvent: Sendable {
  /// It was found, at the start or again after it was lost.
  case found(IIODevice)
  /// It measured something.
  case sample(Sample)
  /// It cannot be read, or is not there; told once until it works again, and tried again for ever.
  case failed(IIOError)
}

/// Reads a device of the kernel, found by its name, on a thread of its own: a driver may keep a reader
/// waiting for seconds.
package final class IIOReader: Sendable {
  private let name: String
  private let folder: String
  private let intervalMicroseconds: Int64
  private let deliver: @Sendable (IIOEvent) -> Void
  private let isStopping = Atomic(false)
  /// µs between two attempts to find a device that is not there.
  private static let retry: Int64 = 250_000
  /// µs from a failed reading to the next: one alone is not a device that is lost.
  private static let secondTry: Int64 = 20_000

  /// - Parameters:
  ///   - name: what the driver calls the device.
  ///   - folder: where the kernel lists its devices.
  ///   - intervalMicroseconds: from one reading to the next, where the driver is that fast.
  ///   - deliver: is called on the reader's thread.
  package init(
    name: String, folder: String = IIODevice.folder, intervalMicroseconds: Int64 = 10_000,
    deliver: @escaping @Sendable (IIOEvent) -> Void
  ) {
    self.name = name
    self.folder = folder
    self.intervalMicroseconds = intervalMicroseconds
    self.deliver = deliver
  }

  /// Starts the thread. Call it once.
  package func start() throws(IIOError) {
    do throws(ThreadRefusal) {
      try OwnThread.start { self.run() }
    } catch {
      throw .system(call: "pthread_create", path: name, errno: error.errno)
    }
  }

  /// Ends the thread after the reading under way; nothing is delivered that begins later.
  package func stop() { isStopping.store(true, ordering: .relaxed) }

  /// Blocks until it is stopped.
  private func run() {
    var standing = Standing()
    var trustsBuffer = true
    while !isStopping.load(ordering: .relaxed) {
      do throws(IIOError) {
        try readWhileItIsThere(&standing, trustsBuffer: trustsBuffer)
      } catch {
        if case .silent = error { trustsBuffer = false }
        if standing.forgives(error) {
          sleep(until: now() + Self.secondTry)
          continue
        }
        if standing.isNews(error) { deliver(.failed(error)) }
        sleep(until: now() + Self.retry)
      }
    }
  }

  /// What was told of the device.
  private struct Standing {
    private(set) var isMeasuring = false
    private var mayFail = false
    private var complaint: IIOError?

    mutating func measured() { (isMeasuring, mayFail, complaint) = (true, true, nil) }

    /// Whether it is tried again at once and not told; the silence of a buffer took long enough.
    mutating func forgives(_ error: IIOError) -> Bool {
      if case .silent = error { return false }
      defer { mayFail = false }
      return mayFail
    }

    mutating func isNews(_ error: IIOError) -> Bool {
      defer { (isMeasuring, complaint) = (false, error) }
      return error != complaint
    }
  }

  /// Finds the device and reads it until it is stopped or fails. Its files are closed then. A buffer, with
  /// the kernel's own instants, is preferred to what has to be asked for, until one was silent.
  private func readWhileItIsThere(
    _ standing: inout Standing, trustsBuffer: Bool
  ) throws(IIOError) {
    guard let device = IIODevice.all(in: folder).first(where: { $0.name == name }) else {
      throw .missing(name: name)
    }
    device.askForItsHighestRate()
    func deliver(_ sample: Sample) {
      guard sample.hasMeasurement else { return }
      if !standing.isMeasuring { self.deliver(.found(device)) }
      self.deliver(.sample(sample))
      standing.measured()
    }
    if trustsBuffer, var buffer = IIOBuffer(device, folder: folder) {
      while !isStopping.load(ordering: .relaxed) { deliver(try buffer.next()) }
    } else {
      try readFiles(of: device, deliver)
    }
  }

  private func readFiles(
    of device: IIODevice, _ deliver: (Sample) -> Void
  ) throws(IIOError) {
    var sampler = try IIOSampler(device)
    var next = now()
    while !isStopping.load(ordering: .relaxed) {
      try sampler.read(deliver: deliver)
      // A slow driver is not hurried: what was missed is left out.
      next = max(next + intervalMicroseconds, now())
      sleep(until: next)
    }
  }

  /// - Parameter deadline: µs on `CLOCK_BOOTTIME`.
  private func sleep(until deadline: Int64) {
    var time = timespec(
      tv_sec: Int(deadline / 1_000_000), tv_nsec: Int(deadline % 1_000_000) * 1000)
    while clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
