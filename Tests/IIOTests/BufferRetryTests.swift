import Quantities
import Testing

@testable import IIO

struct BufferRetryTests {
  private static let minute: Int64 = 60_000_000

  @Test func aBufferThatWasNeverSilentIsUsed() {
    #expect(BufferRetry().filesEnd(at: Timestamp(microseconds: 0)) == nil)
  }

  @Test func aSilentBufferIsTriedAgainAfterMinutesAndMoreSeldomUpToOnceAnHour() throws {
    var retry = BufferRetry()
    var time = Timestamp(microseconds: 0)
    for minutes: Int64 in [5, 10, 20, 40, 60, 60] {
      retry.wasSilent(at: time)
      let end = try #require(retry.filesEnd(at: time))
      #expect(end.microseconds(since: time) == minutes * Self.minute)
      #expect(retry.filesEnd(at: end) == nil)
      time = end
    }
  }
}
