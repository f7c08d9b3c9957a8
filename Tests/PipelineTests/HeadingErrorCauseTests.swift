import Heading
import Pipeline
import Testing

/// The codes of a heading error in the messages.
@Suite struct HeadingErrorCauseTests {
  @Test func eachCauseHasACodeOfItsOwn() {
    let codes = Set(HeadingErrorCause.allCases.map { "\($0.code)" })
    #expect(codes.count == HeadingErrorCause.allCases.count)
  }
}
