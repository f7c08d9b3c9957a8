import Pipeline
import Quantities
import Testing

@testable import qiblad

struct ReplayPassTests {
  private func pass(_ times: Int64...) throws -> ReplayPass {
    var pass: ReplayPass?
    for time in times {
      let sample = Sample(
        time: Timestamp(microseconds: time), angularRate: AngularRate(radiansPerSecond: .zero))
      pass = ReplayPass(extending: pass, by: .sample(sample))
    }
    return try #require(pass)
  }

  @Test func timeRunsOnByOneMeanInterval() throws {
    let pass = try pass(5_000_000, 6_000_000, 7_000_000)
    #expect(pass.microseconds == 3_000_000)
    #expect(pass.nextOffset(after: 0) == 3_000_000)
    #expect(pass.nextOffset(after: 3_000_000) == 6_000_000)
  }

  @Test func aRecordingOfOneSampleTakesASecond() throws {
    #expect(try pass(7).microseconds == 1_000_000)
  }

  // 2⁵³ µs: from there on JSON's whole numbers are not exact.
  @Test func whereTimeRunsOutItBeginsAgain() throws {
    let pass = try pass(0, 10_000_000_000_000)  // the longest that a trace may be
    let last = (1 << 53) - 1 - 10_000_000_000_000 - pass.microseconds
    #expect(pass.nextOffset(after: Int64(last)) == Int64(last) + pass.microseconds)
    #expect(pass.nextOffset(after: Int64(last) + 1) == 0)
  }

  @Test(arguments: [0, 1, Int64.max / 2, .max])
  func noTimeIsTooLong(offset: Int64) throws {
    #expect(try pass(0, 1 << 60, .max / 4).nextOffset(after: offset) == 0)
    #expect(try pass(0, 1).nextOffset(after: .max) == 0)
  }
}
