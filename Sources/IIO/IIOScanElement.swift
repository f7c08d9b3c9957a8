/// How one number of a buffered reading lies in its bytes, as the kernel writes it: `le:s12/16>>4`.
///
/// - Source: Linux, Documentation/ABI/testing/sysfs-bus-iio, `…_type`.
struct IIOScanType: Equatable, Sendable {
  let isBigEndian: Bool
  let isSigned: Bool
  /// Bits that count.
  let bits: Int
  /// Bytes that it takes: 1, 2, 4 or 8.
  let bytes: Int
  /// Bits to the right of those that count.
  let shift: Int

  /// - Returns: `nil` where the text is something else, or a list of numbers.
  init?(_ text: String) {
    let parts = text.split { ":/>\n".contains($0) }
    guard parts.count == 4, parts[0] == "le" || parts[0] == "be", let sign = parts[1].first,
      sign == "s" || sign == "u", let bits = Int(parts[1].dropFirst()),
      let storage = Int(parts[2]), let shift = Int(parts[3]), [8, 16, 32, 64].contains(storage),
      bits > 0, shift >= 0, bits + shift <= storage
    else { return nil }
    isBigEndian = parts[0] == "be"
    isSigned = sign == "s"
    (self.bits, bytes, self.shift) = (bits, storage / 8, shift)
  }

  /// The number in the bytes from `offset` on.
  func value(in frame: [UInt8], at offset: Int) -> Int64 {
    var raw: UInt64 = 0
    for index in 0..<bytes {
      let byte = frame[offset + (isBigEndian ? index : bytes - 1 - index)]
      raw = raw << 8 | UInt64(byte)
    }
    let unused = UInt64(64 - bits)
    let aligned = (raw >> UInt64(shift)) << unused
    return isSigned ? Int64(bitPattern: aligned) >> unused : Int64(bitPattern: aligned >> unused)
  }
}

/// One number of a buffered reading.
struct IIOScanElement: Equatable, Sendable {
  /// `in_magn_x`, `in_timestamp`.
  let name: String
  /// Its place among the others.
  let index: Int
  let type: IIOScanType
}

/// A buffered reading: which numbers, and where in its bytes each lies.
struct IIOScanLayout: Equatable, Sendable {
  let elements: [IIOScanElement]
  let offsets: [Int]
  let bytes: Int

  /// The layout of these numbers alone, in the kernel's order: each is aligned to its own size, and the
  /// whole to the largest; Linux, industrialio-buffer.c, `iio_compute_scan_bytes`.
  ///
  /// - Parameters:
  ///   - names: of the numbers that are wanted.
  ///   - files: those of the folder `scan_elements` with their contents.
  /// - Returns: `nil` where one of them cannot be buffered.
  init?(names: [String], files: [String: String]) {
    let found = names.compactMap { name -> IIOScanElement? in
      guard let index = files["\(name)_index"].flatMap(number),
        let type = files["\(name)_type"].flatMap(IIOScanType.init)
      else { return nil }
      return IIOScanElement(name: name, index: Int(index), type: type)
    }
    guard found.count == names.count, !found.isEmpty else { return nil }
    elements = found.sorted { $0.index < $1.index }
    var offsets: [Int] = []
    var end = 0
    for element in elements {
      end = Self.aligned(end, to: element.type.bytes)
      offsets.append(end)
      end += element.type.bytes
    }
    self.offsets = offsets
    bytes = Self.aligned(end, to: elements.map(\.type.bytes).max() ?? 1)
  }

  /// The number of that name in a reading, or `nil` where it is none of these.
  func value(_ name: String, in frame: [UInt8]) -> Int64? {
    guard let place = elements.firstIndex(where: { $0.name == name }) else { return nil }
    return elements[place].type.value(in: frame, at: offsets[place])
  }

  private static func aligned(_ offset: Int, to size: Int) -> Int {
    (offset + size - 1) / size * size
  }
}
