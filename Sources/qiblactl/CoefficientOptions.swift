import ArgumentParser
import Geomagnetism
import Storage

/// Which magnetic model is to be used.
struct CoefficientOptions: ParsableArguments {
  @Option(
    name: .customLong("coefficients"),
    help: ArgumentHelp(
      "A coefficient file (WMM.COF) instead of the model that is compiled in.", valueName: "file"))
  var path: String?

  /// - Throws: `CommandFailure` that names the file, the line and what is wrong.
  func model() throws -> GeomagneticModel {
    guard let path else { return .wmm2025 }
    do { return try GeomagneticModel(coefficientFile: path) } catch {
      throw CommandFailure("\(error)")
    }
  }
}
