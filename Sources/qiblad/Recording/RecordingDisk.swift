import Glibc
import Threads

/// What a recording asks of the system; a test gives one that fails.
struct RecordingDisk: Sendable {
  /// Bytes that stay free on the file system. Source: chosen; logs, the state directory and an update of the
  /// package lists go on.
  static let reserve: Int64 = 64 << 20

  /// write(2).
  var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
  /// Bytes that this user may still write to the file system; `nil` where it is not known.
  var free: @Sendable (_ descriptor: Int32) -> Int64?
  /// fsync(2).
  var sync: @Sendable (_ descriptor: Int32) -> Int32 = { fsync($0) }
  /// µs, of a clock that is never set.
  var now: @Sendable () -> Int64 = { KernelClock.monotonic.microseconds }

  static let system = RecordingDisk(
    write: { descriptor, bytes in Glibc.write(descriptor, bytes.baseAddress, bytes.count) },
    free: { descriptor in
      var info = statvfs()
      guard fstatvfs(descriptor, &info) == 0 else { return nil }
      let (free, overflow) = Int64(clamping: info.f_bavail).multipliedReportingOverflow(
        by: Int64(clamping: info.f_frsize))
      return overflow ? .max : free
    })

  /// Whether there is room beyond the reserve.
  func hasRoom(for bytes: Int64, _ descriptor: Int32) -> Bool {
    free(descriptor).map { $0 - bytes >= Self.reserve } ?? true
  }
}
