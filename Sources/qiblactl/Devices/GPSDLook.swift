import DaemonConfiguration
import Doctor
import GPSD
import Glibc
import Quantities

/// Observes gpsd for some seconds: its status and the receiver's position.
struct GPSDLook {
  /// Seconds. With a silent receiver, gpsd 3.22 does not answer in its first 3 s.
  private static let duration: Int64 = 7

  private(set) var seen: GPSDObservation
  /// Where the receiver is.
  private(set) var position: Position?

  init(_ gpsd: Configuration.GPSD) {
    var settings = GPSDSettings(host: gpsd.host, port: gpsd.port)
    (settings.timing.silence, settings.timing.answer) = (1.5, 4)
    let record = Record()
    let end = time(nil) + Int(Self.duration)
    var client = GPSDClient(
      settings, isStopped: { record.isDone || time(nil) >= end }, tell: record.take)
    client.run()
    seen = GPSDObservation(
      // Without any status in this time, gpsd hangs.
      status: record.status ?? .hangs, fault: record.fault,
      isInstalled: settings.remoteHost == nil ? Self.isInstalled : nil,
      remoteHost: settings.remoteHost)
    position = record.position
  }

  private static var isInstalled: Bool {
    let paths: [String] = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd"]
    return paths.contains { access($0, X_OK) == 0 }
  }

  private final class Record {
    var status: GPSDStatus?
    var fault: FixFault?
    var position: Position?

    /// Whether the result can no longer change.
    var isDone: Bool {
      switch status {
      case .unreachable, .hangs: true
      case .fix: position != nil
      case .noFix, .noReceiver, nil: false
      }
    }

    func take(_ update: GPSDClient.Update) {
      switch update {
      case .fix(let fix, _): position = fix.position ?? position
      case .status(let status): self.status = status
      case .fault(let fault): self.fault = fault
      // One receiver with a fix is enough; refused lines show in the status.
      case .receiver, .refused: break
      }
    }
  }
}
