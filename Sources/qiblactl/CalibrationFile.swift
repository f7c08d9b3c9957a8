import Quantities
import Storage
import Trace

/// Reads a calibration file (JSON: `offset_ut`, `matrix`, `grade`) of at most 64 KiB.
///
/// - Throws: `CommandFailure` that names the file and what is wrong.
func readCalibration(path: String) throws(CommandFailure) -> Calibration {
  let bytes: [UInt8]
  do { bytes = try readSmallFile(path: path, limitBytes: 65_536) } catch {
    throw CommandFailure("\(path): cannot be read: \(error.reason)")
  }
  do { return try Calibration(parsing: bytes) } catch {
    if case .notJSON(let reason) = error {
      throw CommandFailure(
        "\(path): not a calibration file: not a JSON object (\(reason)); "
          + "`qiblactl fit --output` writes one"
      )
    }
    throw CommandFailure("\(path): not a calibration: \(error)")
  }
}
