import Glibc

/// The name of a group; its number where it has none.
func groupName(_ group: gid_t) -> String {
  getgrgid(group)?.pointee.gr_name.map { String(cString: $0) } ?? "\(group)"
}

/// The name of the user who runs this program; the number where it has none.
func userName() -> String {
  getpwuid(geteuid())?.pointee.pw_name.map { String(cString: $0) } ?? "\(geteuid())"
}
