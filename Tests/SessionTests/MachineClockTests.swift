import Quantities
import Testing

@testable import Session

/// Whether a battery clock has set the machine's clock.
@Suite struct MachineClockTests {
  // 2026-11-21, s since 1970, from `date -u -d 2026-11-21 +%s`.
  private let november: Int64 = 1_795_219_200

  private func agrees(_ seconds: Int64?) -> Bool {
    let now = MachineClock(utcMicroseconds: november * 1_000_000)
    return MachineClock.agrees(batteryClock: seconds, now: now)
  }

  @Test func aBatteryClockThatTellsTheTimeAlsoInLocalTimeHasSetIt() {
    for hours in [0, -12, 14] as [Int64] { #expect(agrees(november + hours * 3_600)) }
  }

  // The Pi 5 has the clock without a battery: it begins in 1970 at each start, a DS3231 in 2000.
  @Test func oneWithoutABatteryHasNot() {
    for seconds in [nil, 40, 946_684_800, november - 5 * 86_400] { #expect(!agrees(seconds)) }
  }
}
