extension GeomagneticModel {
  /// The longest coefficient file that is read; a caller need not read more than one byte beyond.
  package static let limitBytes = 65_536

  /// Reads a coefficient file of the World Magnetic Model (`WMM.COF`) in either spacing.
  ///
  /// A line with the epoch, the name and the date, a line `n m g h ġ ḣ` for each n = 1…12 and
  /// m = 0…n in this order, and a line of nines, without which a cut file could pass for a whole
  /// one. Takes time in proportion to the length.
  ///
  /// - Throws: `CoefficientFileError` for anything else, and for numbers that are not the Earth's.
  package init(parsing bytes: [UInt8]) throws(CoefficientFileError) {
    var lines = CoefficientLines(bytes)
    let header = try CoefficientHeader(&lines)
    guard bytes.count <= Self.limitBytes else {
      throw CoefficientFileError(line: 1, .tooLong)
    }
    var coefficients: [SIMD4<Double>] = []
    for n in 1...SphericalHarmonics.degree {
      for m in 0...n { coefficients.append(try lines.coefficients(degree: n, order: m)) }
    }
    try lines.close()
    self.init(name: header.name, epoch: header.epoch, coefficients: coefficients)
  }
}

/// The first line: epoch, name, date.
private struct CoefficientHeader {
  let epoch: Double
  /// Without its first hyphen: `WMM2025` of `WMM-2025`.
  let name: String

  init(_ lines: inout CoefficientLines) throws(CoefficientFileError) {
    guard let line = lines.next() else {
      throw CoefficientFileError(line: max(1, lines.number), .empty)
    }
    func failure(_ problem: CoefficientFileError.Problem) -> CoefficientFileError {
      CoefficientFileError(line: line.number, problem)
    }
    guard line.words.count == 3 else { throw failure(.notAHeader(found: shown(line.words[0]))) }
    guard let epoch = decimalNumber(line.words[0]), (2000...2100).contains(epoch) else {
      throw failure(.badEpoch(found: shown(line.words[0])))
    }
    guard let name = Self.name(line.words[1]) else {
      throw failure(.unknownName(found: shown(line.words[1])))
    }
    guard !name.hasPrefix("WMMHR") else { throw failure(.degreeTooHigh(found: name)) }
    if let year = Double(name.dropFirst(3).prefix(4)), year != epoch.rounded(.down) {
      throw failure(.nameOfAnotherEpoch(name: name, epoch: epoch))
    }
    self.epoch = epoch
    self.name = name
  }

  /// Of letters, digits, points and hyphens after `WMM`, 16 at most; else `nil`.
  private static func name(_ word: ArraySlice<UInt8>) -> String? {
    let isPlain = word.allSatisfy { byte in
      let character = Character(Unicode.Scalar(byte))
      return character.isASCII && (character.isLetter || character.isNumber) || byte == 0x2D
        || byte == 0x2E
    }
    guard isPlain, (4...16).contains(word.count) else { return nil }
    var name = String(decoding: word, as: UTF8.self)
    guard name.hasPrefix("WMM") else { return nil }
    if let hyphen = name.firstIndex(of: "-") { name.remove(at: hyphen) }
    return name
  }
}

extension CoefficientLines {
  /// g, h, ġ and ḣ of the next line, which must be that of this degree and order.
  fileprivate mutating func coefficients(
    degree n: Int, order m: Int
  ) throws(CoefficientFileError) -> SIMD4<Double> {
    guard let line = next(), !line.isOfNines else {
      throw CoefficientFileError(line: max(1, number), .endsEarly(degree: n, order: m))
    }
    guard line.words.count == 6 else {
      throw CoefficientFileError(
        line: line.number, .notACoefficientLine(words: line.words.count))
    }
    let found = (n: try line.whole(.degree), m: try line.whole(.order))
    guard found == (n, m) else {
      throw CoefficientFileError(
        line: line.number,
        .outOfOrder(degree: found.n, order: found.m, expectedDegree: n, expectedOrder: m))
    }
    let columns: [CoefficientColumn] = [.cosine, .sine, .cosineChange, .sineChange]
    var values = SIMD4<Double>()
    for (index, column) in columns.enumerated() {
      values[index] = try line.plausible(column, degree: n, order: m)
    }
    return values
  }

  /// Only lines of nines, one at least, may follow.
  fileprivate mutating func close() throws(CoefficientFileError) {
    guard let line = next() else {
      throw CoefficientFileError(line: max(1, number), .noClosingLine)
    }
    guard line.isOfNines else {
      if line.words.count == 6, let degree = wholeNumber(line.words[0]), degree > 12 {
        throw CoefficientFileError(line: line.number, .degreeTooHigh(found: "n = \(degree)"))
      }
      throw CoefficientFileError(line: line.number, .noClosingLine)
    }
    while let more = next() {
      guard more.isOfNines else {
        throw CoefficientFileError(
          line: more.number, .trailingText(found: shown(more.words[0])))
      }
    }
  }
}

extension CoefficientLines.Line {
  fileprivate var isOfNines: Bool {
    words.count == 1 && words[0].allSatisfy { $0 == UInt8(ascii: "9") }
  }

  private func word(_ column: CoefficientColumn) -> ArraySlice<UInt8> {
    switch column {
    case .degree: words[0]
    case .order: words[1]
    case .cosine: words[2]
    case .sine: words[3]
    case .cosineChange: words[4]
    case .sineChange: words[5]
    }
  }

  fileprivate func whole(_ column: CoefficientColumn) throws(CoefficientFileError) -> Int {
    guard let number = wholeNumber(word(column)) else {
      throw CoefficientFileError(
        line: number, .notANumber(column, found: shown(word(column))))
    }
    return number
  }

  fileprivate func plausible(
    _ column: CoefficientColumn, degree: Int, order: Int
  ) throws(CoefficientFileError) -> Double {
    guard let value = decimalNumber(word(column)) else {
      throw CoefficientFileError(
        line: number, .notANumber(column, found: shown(word(column))))
    }
    let allowed = PlausibleRange(column, degree: degree, order: order)
    guard allowed.range.contains(value) else {
      throw CoefficientFileError(
        line: number, .implausible(column, found: value, allowed: allowed.text))
    }
    return value
  }
}
