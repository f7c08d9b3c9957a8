import Pipeline
import Quantities
import Wire

/// A line that reports something else than a measurement, without its time.
enum Report: Equatable {
  case found(SensorSourceID, driver: String)
  case lost(SensorSourceID)
  case fault(SensorSourceID, SensorFault?)
  case calibration(SensorSourceID, Calibration?)
  case calibrating(CalibrationUpdate)
  case blanking(Bool)
  case gap(Event.GapReason, microseconds: Int64?)
  case idle
  case set(UserSetting)
  case clock(utcMicroseconds: Int64)
  case recording(RecordingChange)

  /// Which report it is: the key of its line.
  enum Kind {
    case found, lost, fault, calibration, calibrating, blanking, gap, idle, set, clock, recording

    var key: TraceKey {
      switch self {
      case .found: .found
      case .lost: .lost
      case .fault: .fault
      case .calibration: .calibration
      case .calibrating: .calibrating
      case .blanking: .blanking
      case .gap: .gap
      case .idle: .idle
      case .set: .set
      case .clock: .clock
      case .recording: .recording
      }
    }
  }

  var kind: Kind {
    switch self {
    case .found: .found
    case .lost: .lost
    case .fault: .fault
    case .calibration: .calibration
    case .calibrating: .calibrating
    case .blanking: .blanking
    case .gap: .gap
    case .idle: .idle
    case .set: .set
    case .clock: .clock
    case .recording: .recording
    }
  }

  /// The input of a pipeline that is reported.
  func input(at time: Timestamp) -> Input {
    switch self {
    case .found(let source, let driver): .sensorFound(source, driver: driver, at: time)
    case .lost(let source): .sensorLost(source, at: time)
    case .fault(let source, let fault): .sensorFault(source, fault, at: time)
    case .calibration(let source, let calibration): .calibration(source, calibration, at: time)
    case .calibrating(let news): .calibrating(news, at: time)
    case .blanking(let isOn): .blanking(isOn, at: time)
    case .gap(let reason, let microseconds): .gap(reason, at: time, microseconds: microseconds)
    case .idle: .idle(at: time)
    case .set(let setting): .setting(setting, at: time)
    case .clock(let utc): .clock(utcMicroseconds: utc, at: time)
    case .recording(let news): .recording(news, at: time)
    }
  }
}

/// How a trace writes a fault, and that there is none.
enum FaultCode {
  private static let none = "none"

  /// - Returns: `nil` where no fault has this code.
  static func fault(code: String) -> SensorFault?? {
    if code == none { return .some(nil) }
    return SensorFault(rawValue: code).map(Optional.some)
  }

  static func code(of fault: SensorFault?) -> String { fault?.rawValue ?? none }
}
