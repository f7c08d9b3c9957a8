import Day
import DayConfiguration
import DaemonConfiguration
import Geomagnetism
import Profiles
import Quantities
import Timetable

/// A text is a configuration, or has an error of one line; both ways to look for errors agree.
func parseConfiguration(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let problems = Configuration.problems(toml: text, file: "f")
  for problem in problems { checkText(of: problem) }
  do throws(ConfigurationError) {
    let configuration = try Configuration(toml: text, file: "f")
    precondition(problems.isEmpty, "--check-config refuses what the daemon takes")
    checkDays(configuration)
  } catch {
    checkText(of: error)
    precondition(!problems.isEmpty, "--check-config takes what the daemon refuses")
  }
}

/// The settings of days are taken, or refused with a text.
private func checkDays(_ configuration: Configuration) {
  var words: [DaySetting: String] = [:]
  for (key, word) in configuration.prayers { DaySetting(rawValue: key).map { words[$0] = word } }
  for (key, word) in configuration.hijri {
    DaySetting(rawValue: "hijri_" + key).map { words[$0] = word }
  }
  do throws(DaySettingError) { _ = try DaySettings(words: words) } catch { checkText(of: error) }
}

/// A kept calibration is refused, or written and read again as the same.
func parseCalibration(_ bytes: [UInt8]) {
  let profile: CalibrationProfile
  do throws(CalibrationProfileError) { profile = try CalibrationProfile(parsing: bytes) } catch {
    return checkText(of: error)
  }
  do throws(CalibrationProfileError) {
    let again = try CalibrationProfile(parsing: profile.encoded())
    precondition(again.key == profile.key && again.isLocked == profile.isLocked)
    precondition(again.encoded() == profile.encoded(), "written again it is another one")
  } catch { preconditionFailure("what was written is refused: \(error)") }
}

/// A model is refused, or has a finite field everywhere.
func parseCoefficients(_ bytes: [UInt8]) {
  do throws(CoefficientFileError) {
    let model = try GeomagneticModel(parsing: bytes)
    for latitude in [-90.0, -33, 0, 45, 90] {
      guard let place = try? Coordinates(latitude: latitude, longitude: 2 * latitude) else {
        preconditionFailure("a place")
      }
      let field = model.field(at: place, altitudeMetres: 0, decimalYear: model.epoch + 2.5)
      precondition(field.north.isFinite && field.east.isFinite && field.down.isFinite)
    }
  } catch { checkText(of: error) }
}

/// A timetable is refused line by line, or each of its rows is found.
func parseTimetable(_ bytes: [UInt8]) {
  do throws(TimetableErrors) {
    let table = try Timetable(parsing: bytes)
    precondition(!table.rows.isEmpty, "a timetable without a row")
  } catch {
    precondition(!error.all.isEmpty, "refused without a reason")
    for one in error.all {
      let text = "\(one)"
      precondition(one.line >= 1 && !text.isEmpty && !text.contains("\n"))
    }
  }
}
