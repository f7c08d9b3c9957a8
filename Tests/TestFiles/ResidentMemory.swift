package import Glibc

/// Bytes of a process's memory that are in the machine's (proc_pid_statm(5)).
package func residentBytes(of pid: pid_t = getpid()) throws -> Int {
  let path = "/proc/\(pid)/statm"
  let columns = String(decoding: try contents(of: path), as: UTF8.self).split(separator: " ")
  guard columns.count > 1, let pages = Int(columns[1]) else { throw SystemCallError("read", path) }
  return pages * Int(getpagesize())
}
