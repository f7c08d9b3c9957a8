import Configuration
import Doctor
import GPSD
import Glibc
import Quantities

/// Asks gpsd how it stands, for some seconds at the most.
struct GPSDLook {
  /// s. gpsd 3.22 answers nothing for its first 3 s where the receiver is silent.
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
      // What said nothing at all in this time hangs.
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

    /// Whether waiting on can tell no more.
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
      // Of several receivers one with a fix is enough; what is refused shows in the status.
      case .receiver, .refused: break
      }
    }
  }
}
