/// What a service tells its service manager. Source: sd_notify(3).
package enum Notification: Equatable, Sendable {
  /// The service has started: clients can connect.
  case ready
  /// The service has begun to read its configuration again, at this time of `CLOCK_MONOTONIC`, µs; `ready` ends it.
  case reloading(monotonicMicroseconds: Int64)
  /// The service has begun to stop.
  case stopping
  /// The service works. A manager that waits in vain for the next one ends the service and starts it again.
  case watchdog
  /// What the service does, in one line for a person.
  case status(String)

  /// The assignment, or the two, that the datagram has for it.
  var text: String {
    switch self {
    case .ready: "READY=1"
    case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time)"
    case .stopping: "STOPPING=1"
    case .watchdog: "WATCHDOG=1"
    // A line break would begin another assignment.
    case .status(let text):
      "STATUS=" + String(text.map { $0.isNewline || $0 == "\0" ? " " : $0 })
    }
  }
}
