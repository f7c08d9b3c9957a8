import ArgumentParser
import Geomagnetism
import Storage

/// The option for the magnetic model.
struct CoefficientOptions: ParsableArguments {
  @Option(
    name: .customLong("coefficients"),
    help: ArgumentHelp(
      "A coefficient file (WMM.COF) instead of the built-in model.", valueName: "file"))
  var path: String?

  /// - Throws: `CommandFailure` that names the file, the line and what is wrong.
  func model() throws -> GeomagneticModel {
    guard let path else { return .wmm2025 }
    do { return try GeomagneticModel(coefficientFile: path) } catch {
      throw CommandFailure("\(error)")
    }
  }
}
