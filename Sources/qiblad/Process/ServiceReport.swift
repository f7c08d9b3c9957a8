import Logging
import ServiceManager
import Synchronization
import Threads

/// What the daemon tells its service manager of its life. Without one nothing is sent.
final class ServiceReport: Sendable {
  private let socket: NotifySocket?
  private let logger: Logger
  private let status = Mutex("")

  init(_ socket: NotifySocket?, logger: Logger) {
    self.socket = socket
    self.logger = logger
  }

  /// The sockets listen.
  func ready(_ text: String) { send(.ready, .status(text)) }

  /// Runs `body`, which reads the configuration again.
  func whileReloading<R>(_ body: () -> R) -> R {
    let now = KernelClock.monotonic.microseconds
    send(.reloading(monotonicMicroseconds: now))
    defer { send(.ready) }
    return body()
  }

  func stopping() { send(.stopping) }

  /// What the daemon does now, in one line; sent where it is another one than before.
  func show(_ text: String) {
    let isNews = status.withLock { old in
      defer { old = text }
      return old != text
    }
    if isNews { send(.status(text)) }
  }

  private func send(_ notifications: Notification...) {
    guard let socket else { return }
    do throws(NotifyError) { try socket.send(notifications) } catch { logger.warning("\(error)") }
  }
}
