import Glibc
import JSON
import Quantities
import Storage
import Trace

/// A calibration file: JSON with `offset_ut`, `matrix`, `grade`, and where it is known the `chip` that it is for.
struct CalibrationFile {
  let calibration: Calibration
  /// The magnetometer, named as the daemon names its profiles: `qmc5883l-0x0d`; `nil` where the file has none.
  let chip: String?

  /// Reads a file of at most 64 KiB: the output of `qiblactl fit` or `qiblactl profile export`, or a file of the
  /// daemon's state directory.
  ///
  /// - Throws: `CommandFailure` that names the file and what is wrong.
  init(path: String) throws(CommandFailure) {
    let bytes: [UInt8]
    do { bytes = try readSmallFile(path: path, limitBytes: 65_536) } catch {
      throw CommandFailure("\(path): cannot be read: \(error.reason)")
    }
    let value: JSONValue
    do { value = try JSONValue(parsing: bytes[...]) } catch {
      throw CommandFailure(
        "\(path): not a calibration file: not a JSON object (\(error)); "
          + "`qiblactl fit --output` writes one")
    }
    if let version = value["calibration_profile"], version != .number(1) {
      throw CommandFailure(
        "\(path): a calibration profile of another version; "
          + "`qiblactl profile export` of the program that wrote it gives a file that every version reads"
      )
    }
    var writer = JSONWriter(capacity: 1024)
    writer.value(value["calibration_profile"] == nil ? value : value["calibration"] ?? .null)
    do { calibration = try Calibration(parsing: writer.bytes) } catch {
      throw CommandFailure("\(path): not a calibration: \(error)")
    }
    switch value["chip"] {
    case nil: chip = nil
    case .string(let name): chip = name
    default: throw CommandFailure("\(path): \"chip\" is not a text")
    }
  }

  /// The calibration's members alone, with the chip, as the verb `calibration` takes them.
  var encoded: [UInt8] {
    let named = chip.map { [JSONValue.Member(key: "chip", value: .string($0))] } ?? []
    var writer = JSONWriter(capacity: 1024)
    writer.value(.object(calibration.members + named))
    return writer.bytes
  }
}

/// Writes a calibration file, new or in place of an old one. Refuses a device and a pipe, because the rename at the
/// end would replace them, and the file `input`.
///
/// - Parameter toPrint: how the command prints it instead, for the error.
func writeCalibration(
  _ bytes: [UInt8], to path: String, madeFrom input: String? = nil, toPrint: String
) throws(CommandFailure) {
  var old = stat()
  if stat(path, &old) == 0 {
    guard old.st_mode & S_IFMT == S_IFREG else {
      throw CommandFailure(
        "\(path): not a file; --output needs the name of a file; \(toPrint) to print")
    }
    var own = stat()
    if let input, stat(input, &own) == 0, own.st_dev == old.st_dev, own.st_ino == old.st_ino {
      throw CommandFailure("\(path): this is the recording itself; give --output another name")
    }
  }
  do { try replaceFile(path: path, contents: bytes, mode: 0o644) } catch {
    throw CommandFailure("\(error)")
  }
}
