import Quantities
import Randomness
import Testing

@testable import Geomagnetism

/// Broken files must be refused or read, and never stop the process.
@Suite struct CoefficientFileFuzzTests {
  private let good: [UInt8]

  init() throws { good = try referenceBytes("WMM2025.COF") }

  /// Reads, and looks at what comes of it.
  private func expectHarmless(_ bytes: [UInt8]) throws {
    do {
      let model = try GeomagneticModel(parsing: bytes)
      let place = try Coordinates(latitude: 33, longitude: 44)
      let field = model.field(at: place, altitudeMetres: 0, decimalYear: 2026)
      #expect(field.total.isFinite && field.declinationDegrees.isFinite)
      #expect(model.name.hasPrefix("WMM"))
    } catch let error as CoefficientFileError {
      let text = error.description
      #expect(error.line >= 1)
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
      #expect(text.count < 250)
    }
  }

  @Test func everyBeginningIsRefusedOrIsTheWhole() throws {
    #expect(good.count == 4_554)
    var whole = 0
    for count in 0..<good.count {
      let beginning = Array(good.prefix(count))
      guard let model = try? GeomagneticModel(parsing: beginning) else { continue }
      whole += 1
      #expect(isTheSame(model), "cut at \(count)")
      // not before the first nine of the closing line
      #expect(good[..<count].last == UInt8(ascii: "9") || good[..<count].last == 0x0A)
    }
    // two lines of 48 nines and one line feed between them, less the last byte
    #expect(whole == 97)
  }

  @Test func randomBytesInAGoodFileDoNoHarm() throws {
    var random = SeededGenerator(seed: 107)
    for _ in 0..<1_500 {
      var bytes = good
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: .min ... .max, using: &random)
      }
      try expectHarmless(bytes)
    }
  }

  @Test func plausibleCharactersInAGoodFileDoNoHarm() throws {
    var random = SeededGenerator(seed: 108)
    let characters = Array("0123456789+-.eE \t\r\nxnaifWM".utf8)
    for _ in 0..<1_500 {
      var bytes = good
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, start + Int.random(in: 0..<12, using: &random))
      let inserted = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
        random.element(of: characters)
      }
      bytes.replaceSubrange(start..<end, with: inserted)
      try expectHarmless(bytes)
    }
  }

  @Test func linesInAnotherOrderOrTwiceAreRefused() throws {
    var random = SeededGenerator(seed: 109)
    let lines = good.split(separator: 0x0A).map(Array.init)
    for _ in 0..<500 {
      var shuffled = lines
      let first = Int.random(in: 0..<92, using: &random)
      let second = Int.random(in: 0..<92, using: &random)
      if first == second {
        shuffled.insert(lines[first], at: first)
      } else {
        shuffled.swapAt(first, second)
      }
      let bytes = Array(shuffled.joined(separator: [0x0A]))
      // the closing line may stand there twice
      #expect((refusal(bytes) == nil) == (first == second && first == 91))
      try expectHarmless(bytes)
    }
  }

  @Test func noiseIsRefused() throws {
    var random = SeededGenerator(seed: 110)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0..<400, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      #expect(refusal(bytes) != nil)
      try expectHarmless(bytes)
    }
  }

  // 64 KiB of what is slowest to look at: one word, words of one byte, empty lines. A reader whose
  // work grew with the square would need minutes for these.
  @Test func longInputsAreReadInOnePass() throws {
    for pattern in ["x", "x ", "\n", " ", "9", "9\n", "2025.0 WMM-2025 x\n"] {
      let bytes = Array(String(repeating: pattern, count: 65_536 / pattern.utf8.count).utf8)
      #expect(refusal(bytes) != nil)
      try expectHarmless(bytes)
    }
  }
}
