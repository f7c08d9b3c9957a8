import Glibc

/// Opens a new pseudo-terminal (pty(7)).
///
/// - Returns: the user's end, which does not block and which the caller closes, and the path at which a program opens the
///   other end.
package func openPseudoTerminal() throws -> (descriptor: Int32, path: String) {
  let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { throw SystemCallError("open", "/dev/ptmx") }
  var unlocked: Int32 = 0
  var number: UInt32 = 0
  // ioctl_tty(2): TIOCSPTLCK and TIOCGPTN, compound macros that do not import
  guard ioctl(descriptor, 0x4004_5431, &unlocked) == 0,
    ioctl(descriptor, 0x8004_5430, &number) == 0
  else {
    let error = SystemCallError("ioctl", "/dev/ptmx")
    close(descriptor)
    throw error
  }
  return (descriptor, "/dev/pts/\(number)")
}
