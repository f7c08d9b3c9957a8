import Testing

@testable import Geomagnetism

/// What is read, and how each kind of broken file is refused.
@Suite struct CoefficientFileTests {
  private let lines: [String]

  init() throws {
    let text = String(decoding: try referenceBytes("WMM2025.COF"), as: UTF8.self)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func problem(_ lines: [String]) -> CoefficientFileError? {
    refusal(Array(lines.joined(separator: "\n").utf8))
  }

  private func replacing(_ line: Int, _ text: String) -> CoefficientFileError? {
    var changed = lines
    changed[line - 1] = text
    return problem(changed)
  }

  @Test func spacingLineEndsAndBlankLinesDoNotMatter() throws {
    let text = lines.joined(separator: "\n")
    let wide = text.replacing(" ", with: "   ")
    let tabs = lines.map { $0.split(separator: " ").joined(separator: "\t") }
    for variant in [
      wide, tabs.joined(separator: "\n"), lines.joined(separator: "\r\n"),
      lines.joined(separator: "\n\n"), "\n \n" + text, lines[...92].joined(separator: "\n"),
    ] {
      let model = try GeomagneticModel(parsing: Array(variant.utf8))
      #expect(isTheSame(model))
      #expect(model.name == "WMM2025" && model.epoch == 2025)
    }
  }

  @Test func namesOfSecondVersionsKeepTheirSuffix() throws {
    var changed = lines
    changed[0] = "    2015.0            WMM-2015v2      09/18/2018"
    let model = try GeomagneticModel(parsing: Array(changed.joined(separator: "\n").utf8))
    #expect(model.name == "WMM2015v2")
    #expect(model.validity == 2015..<2020)
  }

  @Test func aBadHeaderIsRefused() {
    #expect(problem([]) == CoefficientFileError(line: 1, .empty))
    #expect(problem(["", "  ", "\t"]) == CoefficientFileError(line: 3, .empty))
    #expect(replacing(1, "2025.0 WMM-2025")?.problem == .notAHeader(found: "2025.0"))
    #expect(replacing(1, "<html>")?.problem == .notAHeader(found: "<html>"))
    for epoch in ["1999.9", "2100.1", "nan", "inf", "0x7E9", "twenty", "1e999", "-2025"] {
      #expect(
        replacing(1, "\(epoch) WMM-2025 11/13/2024")?.problem == .badEpoch(found: epoch))
    }
    for name in ["IGRF-14", "wmm-2025", "WMM", "WMM_2025", "WMM-2025-and-much-more"] {
      #expect(
        replacing(1, "2025.0 \(name) 11/13/2024")?.problem == .unknownName(found: name))
    }
    #expect(
      replacing(1, "2020.0 WMM-2025 11/13/2024")?.problem
        == .nameOfAnotherEpoch(name: "WMM2025", epoch: 2020))
  }

  @Test func aModelOfHigherDegreeIsRefusedForThat() {
    let highResolution = ["2025.0 WMMHR-2025 11/13/2024"] + lines[1...]
    #expect(problem(highResolution)?.problem == .degreeTooHigh(found: "WMMHR2025"))
    let more = lines[...90] + ["13 0 0.1 0.0 0.0 0.0"]
    #expect(
      problem(Array(more)) == CoefficientFileError(line: 92, .degreeTooHigh(found: "n = 13")))
    // also where the file is longer than what is read
    let long = highResolution + Array(repeating: String(repeating: "9", count: 48), count: 2_000)
    #expect(problem(long)?.problem == .degreeTooHigh(found: "WMMHR2025"))
  }

  @Test func aFileBeyondTheLimitIsRefused() throws {
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let padding = [UInt8](repeating: 0x0A, count: GeomagneticModel.limitBytes - bytes.count)
    #expect(isTheSame(try GeomagneticModel(parsing: bytes + padding)))
    #expect(refusal(bytes + padding + [0x0A])?.problem == .tooLong)
  }

  @Test func orderAndCompletenessAreChecked() {
    var swapped = lines
    swapped.swapAt(9, 10)
    #expect(
      problem(swapped)
        == CoefficientFileError(
          line: 10, .outOfOrder(degree: 4, order: 0, expectedDegree: 3, expectedOrder: 3)))
    var doubled = lines
    doubled.insert(lines[90], at: 90)
    #expect(problem(doubled) == CoefficientFileError(line: 92, .noClosingLine))
    var missing = lines
    missing.remove(at: 1)
    #expect(
      problem(missing)?.problem
        == .outOfOrder(degree: 1, order: 1, expectedDegree: 1, expectedOrder: 0))
    #expect(
      problem(Array(lines[...40]) + [lines[91]])
        == CoefficientFileError(line: 42, .endsEarly(degree: 8, order: 5)))
    #expect(problem(Array(lines[...90])) == CoefficientFileError(line: 91, .noClosingLine))
    #expect(
      problem(lines + ["1 0 0 0 0 0"]) == CoefficientFileError(line: 95, .trailingText(found: "1")))
  }

  @Test func numbersMustBeTheEarths() {
    #expect(
      replacing(2, "1 0 -29351.8 0.0 12.0")?.problem == .notACoefficientLine(words: 5))
    #expect(
      replacing(2, "1 0 -29.3518 0.0 0.012 0.0")
        == CoefficientFileError(
          line: 2,
          .implausible(.cosine, found: -29.3518, allowed: "-35000 to -25000")))
    #expect(
      replacing(2, "1 0 -29351.8 1.0 12.0 0.0")?.problem
        == .implausible(.sine, found: 1, allowed: "0"))
    #expect(
      replacing(2, "1 0 -29351.8 0.0 12.0 0.1")?.problem
        == .implausible(.sineChange, found: 0.1, allowed: "0"))
    #expect(
      replacing(10, "3 3 1e5 0 0 0")?.problem
        == .implausible(.cosine, found: 100_000, allowed: "-10000 to 10000"))
    for word in ["nan", "inf", "-inf", "1e999", "0x10", "1,5", "--1", "1.2.3"] {
      #expect(
        replacing(10, "3 3 \(word) 0 0 0")?.problem == .notANumber(.cosine, found: word))
    }
    #expect(replacing(10, "3 3.0 1 0 0 0")?.problem == .notANumber(.order, found: "3.0"))
    #expect(replacing(10, "1000 3 1 0 0 0")?.problem == .notANumber(.degree, found: "1000"))
  }

  @Test func messagesAreOneLineThatSaysWhereWhatAndWhatToDo() {
    let word = "\u{1B}[31m\u{7F}é" + String(repeating: "x", count: 99)
    let error = replacing(10, "3 3 \(word) 0 0 0")
    #expect(
      error?.description
        == #"line 10: g is "?[31m???xxxxxxxxxxxxxxxx…", which is not a decimal number; "#
        + "copy the file again")
    #expect(
      replacing(1, "2025.0 WMMHR-2025 11/13/2024")?.description
        == "line 1: WMMHR2025 is of a higher degree than 12, such as the 133 of WMMHR; "
        + "give WMM.COF")
    #expect(
      CoefficientFileError(line: 3, .notACoefficientLine(words: 1)).description
        == "line 3: it has 1 word where the six of n m g h g-dot h-dot are expected; "
        + "copy the file again")
  }
}

/// Why the bytes are refused, or `nil` where they are read.
func refusal(_ bytes: [UInt8]) -> CoefficientFileError? {
  do {
    _ = try GeomagneticModel(parsing: bytes)
    return nil
  } catch { return error }
}
