private import Glibc
import CGPSD

/// Reads the numbers of a report with libgps.
///
/// Only the thread that made it may use it.
final class TPVDecoder {
  private let data: UnsafeMutablePointer<gps_data_t>

  init() {
    data = .allocate(capacity: 1)
    data.initialize(to: gps_data_t())
  }

  deinit { data.deallocate() }

  /// - Returns: the report, or `nil` where its mode is missing.
  func report(_ text: TPVText) -> FixReport? {
    var line = text.bytes.map { CChar(truncatingIfNeeded: $0) } + [0]
    line.withUnsafeMutableBufferPointer { _ = gps_unpack($0.baseAddress, data) }
    // `set` is that of this line alone.
    guard data.pointee.set & gps_mask_t(MODE_SET) != 0 else { return nil }
    return FixReport(data.pointee.fix)
  }
}

extension FixReport {
  /// The report that libgps has read; an unknown number is NaN there, an unknown time 0.
  fileprivate init(_ fix: gps_fix_t) {
    func known(_ value: Double) -> Double? { value.isFinite ? value : nil }
    let error = known(fix.eph) ?? known((fix.epx * fix.epx + fix.epy * fix.epy).squareRoot())
    let (seconds, overflows) = Int64(fix.time.tv_sec).multipliedReportingOverflow(by: 1_000_000)
    let isTime = fix.time.tv_sec > 0 && !overflows && seconds < .max - 1_000_000
    self.init(
      mode: Int(fix.mode),
      utcMicroseconds: isTime ? seconds + Int64(fix.time.tv_nsec) / 1000 : nil,
      latitude: known(fix.latitude), longitude: known(fix.longitude),
      altitudeMetres: known(fix.altHAE), errorMetres: error, trackDegrees: known(fix.track),
      speedMetresPerSecond: known(fix.speed))
  }
}
