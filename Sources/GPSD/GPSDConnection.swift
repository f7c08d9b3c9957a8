import CGPSD
private import Glibc

/// Why there is no connection to gpsd.
enum GPSDError: Error, Equatable, CustomStringConvertible {
  /// It could not be opened; the text is libgps's.
  case cannotOpen(reason: String)
  /// gpsd has closed it, or what came is not gpsd's.
  case closed

  var description: String {
    switch self {
    case .cannotOpen(let reason): reason
    case .closed: "the connection was closed"
    }
  }
}

/// One connection to gpsd through libgps, watched; closed where it is let go of.
///
/// Used by the thread that made it alone. libgps's own wait is not used: it calls select(2), which must
/// not see descriptors over 1023, and the daemon may have that many.
final class GPSDConnection {
  /// What a line said.
  enum Line: Equatable {
    case report(FixReport)
    /// Anything else, such as the answer to a question.
    case other
  }

  private let data: UnsafeMutablePointer<gps_data_t>

  /// Connects and asks for reports. Blocks for as long as the system tries to connect.
  init(_ settings: GPSDSettings) throws(GPSDError) {
    let data = UnsafeMutablePointer<gps_data_t>.allocate(capacity: 1)
    data.initialize(to: gps_data_t())
    guard gps_open(settings.host, String(settings.port), data) == 0 else {
      let code = errno  // libgps's own codes are negative and stand there too: libgps(3)
      data.deallocate()
      throw .cannotOpen(reason: String(cString: gps_errstr(code)))
    }
    self.data = data  // from here on it is closed by `deinit`, also where this throws
    let descriptor = Int32(data.pointee.gps_fd)
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
      fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0,
      gps_stream(data, UInt32(WATCH_ENABLE | WATCH_JSON), nil) == 0
    else { throw .closed }
  }

  deinit {
    gps_close(data)
    data.deallocate()
  }

  /// Waits up to `milliseconds` for something to read; true where there is.
  func wait(milliseconds: Int32) -> Bool {
    var request = pollfd(fd: Int32(data.pointee.gps_fd), events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// The next line, or `nil` where no whole one has come; never waits.
  func read() throws(GPSDError) -> Line? {
    let count = gps_read(data, nil, 0)
    guard count >= 0 else { throw .closed }
    guard count > 0 else { return nil }
    // `set` tells of this line alone.
    guard data.pointee.set & gps_mask_t(MODE_SET) != 0 else { return .other }
    return .report(FixReport(data.pointee.fix))
  }

  /// Asks what every gpsd answers.
  func ask() throws(GPSDError) {
    let question = Array("?VERSION;\n".utf8)
    let sent = send(
      Int32(data.pointee.gps_fd), question, question.count, Int32(MSG_NOSIGNAL))
    // A full buffer is that of a gpsd that hangs; the time-out sees to it.
    guard sent == question.count || (sent < 0 && errno == EAGAIN) else { throw .closed }
  }
}

extension FixReport {
  /// What libgps holds; it marks what is not known as NaN, a time as 0.
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
