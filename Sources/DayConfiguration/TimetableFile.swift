internal import Storage
public import Timetable

/// A ten-year table with all columns has under 400 kB.
private let limitBytes = 1 << 20
private let shownErrors = 10

/// Reads a published timetable.
///
/// - Throws: the lines that are wrong, each with what to write.
public func readTimetable(path: String) throws(DayConfigurationError) -> Timetable {
  let bytes: [UInt8]
  do throws(StorageError) {
    bytes = try readSmallFile(path: path, limitBytes: limitBytes)
  } catch { throw DayConfigurationError("\(error)") }
  do throws(TimetableErrors) { return try Timetable(parsing: bytes) } catch {
    var lines = error.all.prefix(shownErrors).map { "\n  \($0)" }
    let hidden = error.all.count - lines.count
    if hidden > 0 { lines.append("\n  and \(hidden) more") }
    throw DayConfigurationError("\(path) is not a timetable:" + lines.joined())
  }
}
