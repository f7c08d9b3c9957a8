import ArgumentParser
import DaemonConfiguration
import Storage
import Sensors
import ServiceManager

/// The statuses with which the daemon ends where it could not run.
enum ExitStatus {
  /// `EX_CONFIG` of sysexits.h: a start with the same files would fail again, so the unit does not restart it
  /// (`RestartPreventExitStatus=`).
  static let configuration = ExitCode(78)

  static func of(_ error: any Error) -> ExitCode {
    switch error {
    case is ConfigurationError, is ChosenChipError, is UnknownGroup, is ServiceEnvironmentError,
      is CoefficientLoadError:
      configuration
    default: .failure
    }
  }
}
