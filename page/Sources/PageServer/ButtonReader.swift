private import Glibc
package import Logging
private import NIOPosix

/// Reads the buttons of the device: a press stops the bell while it rings, and else counts one of tasbih.
package struct ButtonReader: Sendable {
  /// Between two attempts to open a button that is not there.
  private static let interval = Duration.seconds(2)

  private let buttons: [Button]
  private let pressed: @Sendable () async -> Void
  private let logger: Logger

  /// - Parameter pressed: called for each press, one after the other.
  package init(
    _ buttons: [Button], logger: Logger, pressed: @escaping @Sendable () async -> Void
  ) {
    self.buttons = buttons
    self.pressed = pressed
    self.logger = logger
  }

  /// Runs until its task is cancelled. A button that is unplugged is waited for.
  package func run() async {
    guard !buttons.isEmpty else { return }
    // A thread for each, which waits: the singleton's few threads are for work that ends.
    let threads = NIOThreadPool(numberOfThreads: buttons.count)
    threads.start()
    await withTaskGroup(of: Void.self) { group in
      for button in buttons { group.addTask { await keepReading(button, on: threads) } }
    }
    threads.shutdownGracefully { error in
      if let error { logger.warning("the threads of the buttons do not end: \(error)") }
    }
  }

  private func keepReading(_ button: Button, on threads: NIOThreadPool) async {
    var last = ""
    while !Task.isCancelled {
      do {
        let descriptor = try button.open()
        last = ""
        try await read(button, from: descriptor, on: threads)
        logger.warning("the button \(button) has gone")
      } catch is CancellationError { return } catch {
        let sentence = "\(error)"
        if sentence != last { logger.warning("\(sentence)") }
        last = sentence
      }
      do { try await Task.sleep(for: Self.interval) } catch { return }
    }
  }

  /// Reads until the button is gone; closes the descriptor.
  private func read(_ button: Button, from descriptor: CInt, on threads: NIOThreadPool) async throws
  {
    defer { close(descriptor) }
    var decoder = ButtonDecoder(button.source)
    while let bytes = try await threads.runIfActive({ nextBytes(descriptor) }) {
      try Task.checkCancellation()
      for _ in 0..<decoder.presses(in: bytes) { await pressed() }
    }
  }
}

/// What comes within a second: nothing, or bytes; `nil` where the device is gone.
private func nextBytes(_ descriptor: CInt) -> [UInt8]? {
  var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  guard poll(&wanted, 1, 1000) > 0 else { return [] }
  var buffer = [UInt8](repeating: 0, count: 4096)
  let count = read(descriptor, &buffer, buffer.count)
  if count < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
  return count == 0 ? nil : Array(buffer[..<count])
}
