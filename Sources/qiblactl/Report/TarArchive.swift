/// Files in one archive, in the format that every tar reads.
///
/// Source: POSIX.1-2017, pax, "ustar Interchange Format".
struct TarArchive {
  private static let block = 512
  /// The longest name, bytes.
  private static let nameBytes = 100

  private var output: [UInt8] = []
  /// s since 1970, of every file.
  private let time: Int64

  init(time: Int64) { self.time = time }

  /// Adds a file.
  ///
  /// - Parameter name: at most 100 bytes of ASCII.
  mutating func add(_ name: String, _ bytes: [UInt8]) {
    precondition(name.utf8.count <= Self.nameBytes, "a name of over 100 bytes")
    var header = [UInt8](repeating: 0, count: Self.block)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    func put(_ number: Int64, digits: Int, at offset: Int) {
      let text = String(number, radix: 8)
      put(String(repeating: "0", count: digits - text.count) + text, at: offset)
    }
    put(name, at: 0)
    put(0o644, digits: 7, at: 100)
    put(0, digits: 7, at: 108)
    put(0, digits: 7, at: 116)
    put(Int64(bytes.count), digits: 11, at: 124)
    put(time, digits: 11, at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    put(header.reduce(0) { $0 + Int64($1) }, digits: 6, at: 148)
    header[154] = 0
    output += header + bytes
    output += [UInt8](repeating: 0, count: (Self.block - bytes.count % Self.block) % Self.block)
  }

  /// The whole archive.
  var bytes: [UInt8] { output + [UInt8](repeating: 0, count: 2 * Self.block) }
}
