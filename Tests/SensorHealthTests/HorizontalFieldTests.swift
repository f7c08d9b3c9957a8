import Testing

@testable import SensorHealth

@Suite struct HorizontalFieldTests {
  // 2 µT is the blackout zone of WMM2025, 6 µT its caution zone.
  @Test func underTwoAndAHalfMicroteslaThereIsNoNorth() {
    var field = HorizontalField()
    var answers: [Bool] = []
    for horizontal in [8, 5, 3, 2.6, 2.4, 2.6, 3.4, 3.6, 2.6, 0.1, 20] {
      field.update(horizontal)
      answers.append(field.isTooWeak)
    }
    #expect(
      answers == [false, false, false, false, true, true, true, false, false, true, false])
    #expect(HorizontalField.isWeak(5.9) && !HorizontalField.isWeak(6.1))
  }
}
