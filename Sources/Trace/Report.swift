import Pipeline
import Quantities
import Wire

/// A line that reports something else than a measurement, without its time.
enum Report: Equatable {
  case lost(SensorSourceID)
  case fault(SensorSourceID, Why?)
  case blanking(Bool)
  case gap(Event.GapReason, microseconds: Int64?)
  case idle

  /// Which report it is: the key of its line.
  enum Kind {
    case lost, fault, blanking, gap, idle

    var key: TraceKey {
      switch self {
      case .lost: .lost
      case .fault: .fault
      case .blanking: .blanking
      case .gap: .gap
      case .idle: .idle
      }
    }
  }

  var kind: Kind {
    switch self {
    case .lost: .lost
    case .fault: .fault
    case .blanking: .blanking
    case .gap: .gap
    case .idle: .idle
    }
  }

  /// The input of a pipeline that is reported.
  func input(at time: Timestamp) -> Input {
    switch self {
    case .lost(let source): .sensorLost(source, at: time)
    case .fault(let source, let fault): .sensorFault(source, fault, at: time)
    case .blanking(let isOn): .blanking(isOn, at: time)
    case .gap(let reason, let microseconds): .gap(reason, at: time, microseconds: microseconds)
    case .idle: .idle(at: time)
    }
  }
}

/// The faults of a magnetometer that reach a pipeline, by their codes in a trace.
enum FaultCode {
  private static let all: [(code: String, fault: Why?)] = [
    ("none", nil), ("stuck", .sensorStuck), ("saturated", .sensorSaturated),
    ("all_zero", .sensorAllZero), ("all_ones", .sensorAllOnes), ("bus", .busError),
  ]

  /// - Returns: `nil` where no fault has this code.
  static func fault(code: String) -> Why?? {
    all.first { $0.code == code }.map(\.fault)
  }

  /// - Returns: `nil` where it is no fault of a magnetometer.
  static func code(of fault: Why?) -> String? { all.first { $0.fault == fault }?.code }
}
