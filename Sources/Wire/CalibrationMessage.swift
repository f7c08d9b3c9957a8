public import Quantities

/// How the calibration by the daemon stands (docs/protocol.md: `calibration`): what a front end needs to guide a
/// user. Sent on `watch`, on change, and up to five times a second while samples are collected.
public struct CalibrationMessage: Equatable, Sendable {
  public var sequence: UInt64
  public var time: Timestamp
  public var status: StateMessage.Calibration.Status
  /// The name under which the calibration is kept, or will be.
  public var profile: String
  /// Fields that were looked at, while samples are collected.
  public var samples: Int?
  /// One character for each cell of directions, `1` with samples, `0` without: 48, or 24 for a level turn.
  public var coverage: String?
  /// The part of the cells with samples, percent.
  public var coveragePercent: Double?
  /// What to do next: a code such as `bring_down_left`; new ones may be added.
  public var nextPose: String?
  /// The same as a sentence.
  public var advice: String?
  /// Sides on which the device has rested, and how many are wanted.
  public var restsSeen: Int?
  public var restsWanted: Int?
  /// Of the last fit, the candidate, or the calibration in use; percent of the strength.
  public var residualPercent: Double?
  /// The calibrated field's strength, µT.
  public var radiusMicrotesla: Double?
  /// How well the directions determine the fit, from 1.
  public var condition: Double?
  /// A to F, or `given`.
  public var grade: String?
  /// The heading error that the calibration leaves, degrees, 68 %.
  public var error68Degrees: Double?
  /// Why the grade is not better: sentences.
  public var reasons: [String] = []

  public init(
    sequence: UInt64, time: Timestamp, status: StateMessage.Calibration.Status, profile: String
  ) {
    (self.sequence, self.time, self.status, self.profile) = (sequence, time, status, profile)
  }
}
