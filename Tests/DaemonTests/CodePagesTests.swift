import Glibc
import Testing

@testable import qiblad

/// Pages of files that are given back.
@Suite struct CodePagesTests {
  // Of the C library: its code, its constants and its tables of addresses are in segments of their own.
  // A process of its own, because other tests would touch the pages again before they are looked at.
  @Test(.enabled(if: access("/proc/self/pagemap", R_OK) == 0, "the system has no pagemap"))
  func constantsAreGivenBackAndComeFromTheirFileAgain() async {
    await #expect(processExitsWith: .success) {
      let pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)
      let text = try #require(strerror(EPERM))
      let words = String(cString: text)
      let before = try isPresent(text, in: pagemap)
      CodePages.giveBack()
      let after = try isPresent(text, in: pagemap)
      #expect(before && !after)
      #expect(String(cString: text) == words)
    }
  }
}

/// Whether the page of an address is in this process's memory. Source: proc(5), bit 63 of its entry in pagemap.
private func isPresent(_ address: UnsafePointer<CChar>, in pagemap: Int32) throws -> Bool {
  var entry: UInt64 = 0
  let number = Int(bitPattern: address) / Int(getpagesize())
  let bytes = pread(pagemap, &entry, 8, off_t(number * 8))
  try #require(bytes == 8)
  return entry >> 63 == 1
}
