/// A QR code of a short text: byte mode, error correction level L, mask 0, versions 1 to 5, which need one block.
///
/// Source: ISO/IEC 18004:2015; the clause is named at each step.
package struct QRCode: Equatable, Sendable {
  /// Rows of modules; true is dark.
  package private(set) var modules: [[Bool]]
  /// Modules with a fixed meaning, which data and mask leave out.
  private var isFixed: [[Bool]]

  package var size: Int { modules.count }

  /// Table 7 and table 9, level L: data codewords, and those of error correction, of versions 1 to 5.
  private static let capacities = [(19, 7), (34, 10), (55, 15), (80, 20), (108, 26)]

  /// - Parameter text: at most 106 bytes of UTF-8.
  /// - Returns: `nil` for a longer one.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    // Mode and length take 12 bits, so two codewords are not for the text.
    guard let version = Self.capacities.firstIndex(where: { bytes.count <= $0.0 - 2 }) else {
      return nil
    }
    let (count, checks) = Self.capacities[version]
    let side = 21 + 4 * version
    modules = Array(repeating: Array(repeating: false, count: side), count: side)
    isFixed = modules
    drawPatterns(version: version + 1)
    let data = Self.codewords(bytes, count: count)
    place(data + Self.reedSolomon(data, checks: checks))
  }

  /// 7.4: mode 0100, eight bits of length, the bytes, an end, and padding.
  private static func codewords(_ bytes: [UInt8], count: Int) -> [UInt8] {
    var nibbles: [UInt8] = [0b0100]
    for byte in [UInt8(bytes.count)] + bytes { nibbles += [byte >> 4, byte & 15] }
    nibbles.append(0)
    let words = stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    let padding: [UInt8] = (0..<count - words.count).map { $0 % 2 == 0 ? 0xEC : 0x11 }
    return words + padding
  }

  /// 7.5: the remainder of a division of polynomials over GF(256) with x⁸ + x⁴ + x³ + x² + 1.
  private static func reedSolomon(_ data: [UInt8], checks: Int) -> [UInt8] {
    var (logarithms, powers) = ([Int](repeating: 0, count: 256), [UInt8](repeating: 0, count: 255))
    var value = 1
    for exponent in 0..<255 {
      (powers[exponent], logarithms[value]) = (UInt8(value), exponent)
      value = value << 1 ^ (value > 127 ? 0x11D : 0)
    }
    func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
      one == 0 || other == 0 ? 0 : powers[(logarithms[Int(one)] + logarithms[Int(other)]) % 255]
    }
    // (x − α⁰)(x − α¹) …, the highest power first, without its leading 1.
    var generator: [UInt8] = []
    for exponent in 0..<checks {
      let factor = powers[exponent]
      let shifted = generator + [0]
      generator = zip(shifted, [1] + generator).map { $0 ^ product($1, factor) }
    }
    var remainder = [UInt8](repeating: 0, count: checks)
    for word in data {
      let lead = word ^ remainder[0]
      remainder = zip(remainder.dropFirst() + [0], generator).map { $0 ^ product(lead, $1) }
    }
    return remainder
  }

  private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
    guard modules.indices.contains(row), modules.indices.contains(column) else { return }
    (modules[row][column], isFixed[row][column]) = (isDark, true)
  }

  /// 6.3: finders with their separators, alignment, timing; 7.9: format information.
  private mutating func drawPatterns(version: Int) {
    for index in 0..<size {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
      for y in -4...4 {
        for x in -4...4 {
          let distance = max(abs(x), abs(y))
          set(row + y, column + x, distance != 2 && distance != 4)
        }
      }
    }
    if version > 1 {
      for y in -2...2 {
        for x in -2...2 { set(size - 7 + y, size - 7 + x, max(abs(x), abs(y)) != 1) }
      }
    }
    // Level L is 01, mask 0 is 000; with its check bits, and masked.
    let format = 0b111_0111_1100_0100
    for bit in 0..<15 {
      let isDark = format >> bit & 1 == 1
      // Along column 8 from the top, and along row 8 from the right.
      set(bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, 8, isDark)
      set(8, bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit, isDark)
    }
    set(size - 8, 8, true)
  }

  /// 7.7.3: upwards and downwards in columns of two from the right; 7.8.2: mask 0 inverts where row + column is even.
  private mutating func place(_ words: [UInt8]) {
    let bits: [Bool] = words.flatMap { word -> [Bool] in (0..<8).map { word >> (7 - $0) & 1 == 1 } }
    var next = 0
    var isUpwards = true
    for pair in stride(from: size - 1, to: 0, by: -2) {
      // The column of the timing pattern is left out.
      let right = pair <= 6 ? pair - 1 : pair
      for step in 0..<size {
        let row = isUpwards ? size - 1 - step : step
        for column in [right, right - 1] where !isFixed[row][column] {
          let bit = next < bits.count && bits[next]
          next += 1
          modules[row][column] = bit != ((row + column) % 2 == 0)
        }
      }
      isUpwards.toggle()
    }
  }

  /// Lines for a terminal: two rows of modules in each, black on white, with the margin of four modules that readers need.
  package var terminalLines: [String] {
    func isDark(_ row: Int, _ column: Int) -> Bool {
      modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column]
    }
    return stride(from: -4, to: size + 4, by: 2).map { row in
      let blocks = (-4..<size + 4).map { column in
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return "\u{1B}[30;107m" + blocks.joined() + "\u{1B}[0m"
    }
  }
}
