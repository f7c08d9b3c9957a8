private import Glibc

/// The arguments of this process, without the program's name, as the kernel keeps them.
///
/// Swift's runtime looks for them in front of the environment in memory. Where a library that is loaded first has
/// moved the environment (libfaketime by `LD_PRELOAD` does), it finds none, and a program that was called with
/// `--version` would do what it does without arguments. Source: proc_pid_cmdline(5).
package func programArguments() -> [String] {
  guard let bytes = commandLine() else { return Array(CommandLine.arguments.dropFirst()) }
  // Each argument ends with NUL, also the last one.
  let arguments = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().dropFirst()
  return arguments.map { String(decoding: $0, as: UTF8.self) }
}

/// `nil` where the system does not show it.
private func commandLine() -> [UInt8]? {
  let descriptor = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
  while true {
    let count = read(descriptor, &piece, piece.count)
    guard count > 0 else { return count == 0 && !bytes.isEmpty ? bytes : nil }
    bytes += piece.prefix(count)
  }
}
