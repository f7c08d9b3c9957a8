import ArgumentParser
import DaemonConfiguration
import Geomagnetism
import Glibc
import ProgramOptions
import Sensors
import Storage

extension Qiblad {
  /// `--check-config`: prints a line for each error of the configuration, and starts nothing.
  ///
  /// - Throws: `ExitCode.failure` where there is one.
  func check() throws {
    let errors = problems()
    for error in errors { Self.print("qiblad: \(error)", to: STDERR_FILENO) }
    guard errors.isEmpty else { throw ExitCode.failure }
    let path = file.config ?? Configuration.defaultPath
    let isThere = access(path, F_OK) == 0
    Self.print(
      "\(path): \(isThere ? "no errors" : "is not there; the defaults hold")", to: STDOUT_FILENO)
  }

  /// What is wrong with the file, and with what it names: chips, the coefficient file, the group.
  private func problems() -> [ConfigurationError] {
    let errors = Configuration.problems(path: file.config)
    guard errors.isEmpty else { return errors }
    let configuration: Configuration
    do throws(ConfigurationError) {
      configuration = try Configuration.load(path: file.config)
    } catch { return [error] }
    var problems: [ConfigurationError] = []
    for text in configuration.sensorChips {
      do { _ = try ChosenChip(parsing: text) } catch {
        problems.append(unusable("sensors.chips", error))
      }
    }
    if let coefficients = configuration.coefficients {
      do { _ = try GeomagneticModel(coefficientFile: coefficients) } catch {
        problems.append(unusable("north.coefficients", error))
      }
    }
    if configuration.control.isEnabled {
      do { _ = try ControlGroup.number(configuration.control.group) } catch {
        problems.append(unusable("control.group", error))
      }
    }
    return problems
  }

  /// The error of a key of the configuration whose file, chip or group cannot be used.
  ///
  /// - Parameter reason: of the file, the chip or the group.
  func unusable(_ key: String, _ reason: any Error) -> ConfigurationError {
    ConfigurationError(
      file: file.config ?? Configuration.defaultPath,
      problem: .unusable(key: key, reason: "\(reason)"))
  }

  private static func print(_ line: String, to descriptor: Int32) {
    let bytes = Array((line + "\n").utf8)
    // A reader that has gone needs no line: the exit status says whether there is an error.
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }
}
