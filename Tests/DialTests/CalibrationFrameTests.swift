import Quantities
import Testing
import Wire

@testable import Dial

/// The full screen and the lines of a calibration.
@Suite struct CalibrationFrameTests {
  private let plain = Style(palette: .none, glyphs: .ascii)

  private func message(
    _ change: (inout CalibrationMessage) -> Void = { _ in }
  ) -> CalibrationMessage {
    var message = CalibrationMessage(
      sequence: 1, time: Timestamp(microseconds: 0), status: .collecting, profile: "default")
    message.coverage = String(repeating: "1", count: 24) + String(repeating: "0", count: 24)
    (message.coveragePercent, message.restsSeen, message.restsWanted) = (50, 2, 6)
    message.advice = "Rest the device for a second with its front down."
    (message.grade, message.error68Degrees) = ("C", 2.14)
    (message.residualPercent, message.radiusMicrotesla) = (1.37, 48.12)
    message.reasons = ["The device was turned through 50 % of all directions only."]
    change(&message)
    return message
  }

  @Test func aLineHasAllThatIsMeasuredAndTheNextPose() {
    #expect(
      CalibrationWords(message(), style: plain).line
        == "calibration \"default\" collecting: 50 % of the directions, 2 of 6 sides rested, "
        + "grade C, heading error +-2.1 deg, residual 1.4 %, strength 48.1 uT; "
        + "next: Rest the device for a second with its front down.")
  }

  @Test func anErrorThatIsNotZeroIsNotPrintedAsZero() {
    let words = CalibrationWords(message { $0.error68Degrees = 0.04 }, style: plain)
    #expect(words.grade == "grade C, heading error +-under 0.1 deg")
  }

  @Test func aDaemonThatHasMeasuredNothingHasALine() {
    let empty = CalibrationMessage(
      sequence: 1, time: Timestamp(microseconds: 0), status: .collecting, profile: "a\u{1B}[2Jb")
    #expect(
      CalibrationWords(empty, style: plain).line
        == "calibration \"a[2Jb\" collecting: nothing measured yet")
  }

  @Test(arguments: [(80, 24), (40, 12), (200, 60), (20, 5), (1, 1), (0, 0), (-3, 7)])
  func aScreenOfAnySizeIsNotLeft(columns: Int, rows: Int) {
    var frame = CalibrationFrame()
    for message in [nil, message(), message { $0.coverage = "1" }] {
      if let message { frame.update(message) }
      let lines = frame.render(columns: columns, rows: rows, style: plain)
      #expect(lines.count <= max(rows, 0))
      #expect(lines.allSatisfy { $0.count <= max(columns, 0) })
    }
  }

  // The upper hemisphere, at the left, is full, and the lower one is empty.
  @Test func bothHemispheresAreDrawn() {
    var frame = CalibrationFrame()
    frame.update(message())
    frame.mark("SIMULATED")
    let lines = frame.render(columns: 80, rows: 24, style: plain)
    #expect(lines[0].hasSuffix("SIMULATED"))
    let middle = lines[8]
    #expect(middle.contains("###########") && middle.contains("..........."))
    #expect(middle.firstIndex(of: "#").map { middle[..<$0].contains(".") } == false)
    #expect(lines.contains { $0.contains("2 of 6 sides rested") })
  }

  @Test func theMapStaysWhereAMessageHasNone() {
    var frame = CalibrationFrame()
    frame.update(message())
    frame.update(message { $0.coverage = nil })
    #expect(frame.render(columns: 80, rows: 24, style: plain)[8].contains("###########"))
  }

  // 48 cells of equal area: each is as large in the picture, which has equal areas too.
  @Test func everyCellHasTheSameArea() {
    var counts = Array(repeating: 0, count: 24)
    let size = 600
    for row in 0..<size {
      for column in 0..<size {
        let (x, y) = (2 * Double(row) / Double(size) - 1, 2 * Double(column) / Double(size) - 1)
        guard x * x + y * y <= 1 else { continue }
        let turn = Double((row * 7919 + column * 104_729) % 100_003) / 100_003
        counts[CoverageMap.cell(square: x * x + y * y, turn: turn)] += 1
      }
    }
    let mean = Double(counts.reduce(0, +)) / 24
    #expect(counts.allSatisfy { abs(Double($0) / mean - 1) < 0.05 })
    #expect(Set((0..<24).map(CoverageMap.mirrored)) == Set(24..<48))
  }
}
