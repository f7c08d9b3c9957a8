import CGlibc
import Glibc

/// Code, and constants beside it, that only one phase of a run needs: the start, a calibration's fit.
///
/// Parsing arguments, reading the configuration and the runtime's look through every conformance
/// touch some 10 MB of code that a running daemon does not need again; commands to calibrate and the fit
/// some 2 MB (the kernel maps 64 kB around each page that is touched). The pages are clean copies of
/// files; given back, they are mapped again when they are needed.
enum CodePages {
  /// Takes the pages of all code and constants out of this process's memory.
  ///
  /// Only segments that a program's or library's file declares as never writable: a page that the loader has written
  /// to, also one that it has made read-only then, would come back as it is in the file.
  static func giveBack() {
    // The closure captures nothing, because C calls it.
    dl_iterate_phdr(
      { object, _, _ in
        if let object { CodePages.giveBack(object.pointee) }
        return 0
      }, nil)
  }

  /// - Parameter object: the program, whose name is empty, a library, or the kernel's own object, which has no file
  ///   and a name without a folder.
  private static func giveBack(_ object: dl_phdr_info) {
    guard let name = object.dlpi_name, name[0] == 0 || strchr(name, Int32(UInt8(ascii: "/"))) != nil
    else { return }
    let page = UInt(getpagesize())
    let headers = UnsafeBufferPointer(start: object.dlpi_phdr, count: Int(object.dlpi_phnum))
    for header in headers
    where header.p_type == UInt32(PT_LOAD) && header.p_flags & UInt32(PF_W) == 0 {
      let start = UInt(object.dlpi_addr) &+ UInt(header.p_vaddr)
      let inPage = start % page
      // Advice: where the kernel does not take it, nothing is lost.
      madvise(
        UnsafeMutableRawPointer(bitPattern: start - inPage), Int(inPage) + Int(header.p_memsz),
        MADV_DONTNEED)
    }
  }
}
