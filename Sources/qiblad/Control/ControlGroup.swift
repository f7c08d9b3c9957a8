import DaemonConfiguration
import Glibc

/// The group that may connect to the control socket.
enum ControlGroup {
  /// The group where the configuration names none, if there is such a group.
  static let usual = "qibla"

  /// - Parameter name: of the configuration; empty for no group, `nil` for the usual one.
  /// - Returns: its number; `nil` for no group. Without the right to use the usual group there is none.
  static func number(_ name: String?) throws(UnknownGroup) -> UInt32? {
    guard let name else { return find(usual).flatMap { mayUse($0) ? $0 : nil } }
    guard !name.isEmpty else { return nil }
    guard let number = find(name) else { throw UnknownGroup(name: name) }
    return number
  }

  private static func find(_ name: String) -> UInt32? {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    // getgrnam_r(3): ERANGE asks for a larger buffer; a group may have thousands of members.
    var size = 1024
    while size <= 1 << 20 {
      let status = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
        getgrnam_r(name, &entry, buffer.baseAddress, buffer.count, &found)
      }
      guard status == ERANGE else { return found == nil ? nil : entry.gr_gid }
      size *= 4
    }
    return nil
  }

  /// Whether this process may give a file to the group: chown(2).
  private static func mayUse(_ number: UInt32) -> Bool {
    guard geteuid() != 0, getegid() != number else { return true }
    var groups = [gid_t](repeating: 0, count: Int(max(getgroups(0, nil), 0)))
    let count = getgroups(Int32(groups.count), &groups)
    return count > 0 && groups.prefix(Int(count)).contains(number)
  }
}

/// The configuration names a group that does not exist.
struct UnknownGroup: Error, CustomStringConvertible {
  let name: String

  var description: String {
    "there is no group \"\(name)\"; make it with: groupadd --system \(name), or give \"\""
  }
}
