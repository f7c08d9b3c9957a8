import Doctor
import Glibc
import Session

extension ServiceState {
  /// Asks the service manager; `nil` where there is none.
  static func seen() -> Self? {
    let words = ["show", "qiblad.service", "-p", properties.joined(separator: ",")]
    guard access("/run/systemd/system", F_OK) == 0,
      let bytes = ProgramOutput.read("/usr/bin/systemctl", words)
    else { return nil }
    return Self(parsing: String(decoding: bytes, as: UTF8.self))
  }
}

extension Observation.SocketAccess {
  /// - Parameter path: of a stream socket; `nil` is returned where it is not there.
  static func seen(_ path: String) -> Self? {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    return Self(
      path: path, group: groupName(found.st_gid), isOpenToAll: found.st_mode & S_IWOTH != 0,
      isOpenToGroup: found.st_mode & S_IWGRP != 0, user: userName(),
      isReadable: access(path, W_OK) == 0)
  }
}

extension Observation.Storage {
  /// - Parameter path: the directory of the daemon's state; `nil` is returned where it is not there.
  static func seen(_ path: String) -> Self? {
    var (system, found) = (statvfs(), stat())
    guard statvfs(path, &system) == 0, stat(path, &found) == 0 else { return nil }
    let owner = getpwnam("qiblad").map(\.pointee.pw_uid)
    return Self(
      path: path, freeBytes: Int64(clamping: UInt64(system.f_bavail) * UInt64(system.f_frsize)),
      isReadOnly: system.f_flag & UInt(ST_RDONLY) != 0,
      // Without that user nothing is to be said.
      isTheDaemons: owner == nil || owner == found.st_uid && found.st_mode & S_IWUSR != 0)
  }
}

extension Observation.Clock {
  /// Asks the kernel; `nil` where it does not say.
  static func seen() -> Self? {
    MachineClock.isSynchronized.map {
      Self(isSynchronized: $0, hasBattery: MachineClock.agreesWithBatteryClock)
    }
  }
}
