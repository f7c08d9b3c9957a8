import JSON
import Testing

@testable import Wire

@Suite struct HeadingCheckResultTests {
  @Test(arguments: [true, false]) func whatAProfileHoldsIsTheSameResult(isConstantUnknown: Bool) {
    let result = HeadingCheckResult(
      kind: .turn, errorDegrees: 1.25, error68Degrees: 0.5, agrees: true,
      isConstantUnknown: isConstantUnknown, utcMicroseconds: 1_795_000_000_000_000)
    let value = JSONValue.object(result.members)
    #expect(HeadingCheckResult(value) == result && result.rounded == result)
    // Absent where it says nothing.
    #expect((value["constant_unknown"] == nil) == !isConstantUnknown)
  }

  @Test func aMemberOfAnotherKindIsNoResult() {
    var members = HeadingCheckResult(
      kind: .turn, errorDegrees: 1, error68Degrees: 1, agrees: true
    ).members
    members.append(.init(key: "constant_unknown", value: .number(1)))
    #expect(HeadingCheckResult(.object(members)) == nil)
  }
}
