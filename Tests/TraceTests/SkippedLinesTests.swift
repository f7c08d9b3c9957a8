import Testing

@testable import Trace

@Suite struct SkippedLinesTests {
  @Test func onlyTheFirstFewAreKeptAndAllAreCounted() {
    var skipped = SkippedLines()
    for number in 2..<1_000_002 { skipped.add(number % 2 == 0 ? .empty : .noTime, line: number) }
    #expect(skipped.total == 1_000_000)
    #expect(skipped[.empty] == 500_000 && skipped[.noTime] == 500_000 && skipped[.cutOff] == 0)
    #expect(skipped.first.map(\.number) == Array(2..<(2 + SkippedLines.listed)))
  }

  @Test func theReportIsOneLineWithTheFirstPlace() {
    var skipped = SkippedLines()
    #expect("\(skipped)" == "no bad lines")
    skipped.add(.noTime, line: 17)
    #expect(
      "\(skipped)" == "1 bad line skipped (1 without t); the first is line 17: it has no \"t\"")
    skipped.add(.badValue(.acceleration), line: 20)
    skipped.add(.noTime, line: 21)
    #expect(
      "\(skipped)"
        == "3 bad lines skipped (2 without t, 1 bad value); the first is line 17: it has no \"t\"")
  }
}
