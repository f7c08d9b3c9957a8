import Glibc

/// Code that only one phase of a run needs: the start, a calibration's fit.
///
/// Parsing arguments, reading the configuration and the runtime's look through every conformance
/// touch some 10 MB of code that a running daemon does not need again; commands to calibrate and the fit
/// some 2 MB (the kernel maps 64 kB around each page that is touched). The pages are clean copies of
/// files; given back, they are mapped again when they are needed.
enum CodePages {
  /// Takes the pages of all mapped code out of this process's memory.
  ///
  /// Only mappings that are executable and never writable: a page that the loader has written to
  /// would come back as it is in the file.
  static func giveBack() {
    for (start, length) in codeMappings() {
      // Advice: where the kernel does not take it, nothing is lost.
      madvise(UnsafeMutableRawPointer(bitPattern: start), length, MADV_DONTNEED)
    }
  }

  private static func codeMappings() -> [(start: UInt, length: Int)] {
    guard let file = fopen("/proc/self/maps", "re") else { return [] }
    defer { fclose(file) }
    var mappings: [(UInt, Int)] = []
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), file) != nil {
      // 5573456a5000-5573456b1000 r-xp 00000000 fe:00 1234   /usr/bin/qiblad
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(truncatingIfNeeded:)), as: UTF8.self)
      let fields = text.split(separator: " ", maxSplits: 5)
      guard fields.count == 6, fields[1] == "r-xp",
        fields[5].drop(while: { $0 == " " }).hasPrefix("/")
      else { continue }
      let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard bounds.count == 2, bounds[0] < bounds[1] else { continue }
      mappings.append((bounds[0], Int(bounds[1] - bounds[0])))
    }
    return mappings
  }
}
