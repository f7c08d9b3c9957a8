import ArgumentParser
import DaemonConfiguration
import ServiceManager

/// The statuses with which the daemon ends where it could not run.
enum ExitStatus {
  /// `EX_CONFIG` of sysexits.h: a start with the same files would fail again, so the unit does not restart it
  /// (`RestartPreventExitStatus=`).
  static let configuration = ExitCode(78)

  static func of(_ error: any Error) -> ExitCode {
    switch error {
    case is ConfigurationError, is ServiceEnvironmentError: configuration
    default: .failure
    }
  }
}
