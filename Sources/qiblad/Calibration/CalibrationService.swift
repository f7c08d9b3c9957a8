import Logging
import Pipeline
import Profiles
import Quantities
import SensorCalibration
import Session
import Storage
import Wire

/// What the calibration of this run is made of, from which the pipeline's thread makes its supervisor.
struct CalibrationService: Sendable {
  /// Those that were kept by earlier runs.
  var profiles: [ProfileKey: CalibrationProfile] = [:]
  /// The name of the profile in use.
  var profile = "default"
  /// `nil` where nothing is kept.
  var saver: ProfileSaver?
  /// Whether a device without a calibration collects samples for one by itself.
  var isAutomatic: Bool
  /// Whether the samples are those of a recording: nothing is said or calibrated before a client asks.
  var isOfRecording = false
  let fitter: any CalibrationFitting
  let requests: CalibrationRequests
  /// The names of the chips, for the profiles.
  let chips: ChipNames
  /// What the log calls a source.
  let describe: @Sendable (SensorSourceID) -> String
  /// The date, µs since 1970; `nil` where the machine's clock cannot be right.
  let date: @Sendable () -> Int64?
  let logger: Logger

  init(
    isAutomatic: Bool, fitter: any CalibrationFitting, requests: CalibrationRequests,
    chips: ChipNames, describe: @escaping @Sendable (SensorSourceID) -> String,
    date: @escaping @Sendable () -> Int64? = { MachineClock.now().checked() }, logger: Logger
  ) {
    (self.isAutomatic, self.fitter, self.requests) = (isAutomatic, fitter, requests)
    (self.chips, self.describe, self.date, self.logger) = (chips, describe, date, logger)
  }

  /// Reads what earlier runs kept in the state directory, and keeps there what this one finds. Damaged files are set
  /// aside, with a line in the log; one that cannot be read stays as it is. Where the directory cannot be read nothing
  /// is kept: calibrations may be in it.
  mutating func keep(in path: String) {
    let directory = CalibrationProfiles(directory: path)
    let name = directory.loadName()
    if let notice = name.notice { logger.warning("\(notice)") }
    profile = name.content ?? profile
    do throws(StorageError) {
      let found = try directory.list()
      for notice in found.notices { logger.warning("\(notice)") }
      for profile in found.profiles { profiles[profile.key] = profile }
      saver = ProfileSaver(directory, unusable: found.unusable, logger: logger)
    } catch {
      logger.warning("calibrations are neither used nor kept: \(error)")
    }
  }
}
