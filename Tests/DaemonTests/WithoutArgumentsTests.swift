import ArgumentParser
import Testing

@testable import qiblad

@Suite struct WithoutArgumentsTests {
  // The text has each option, of a group too, with its value, or "definition" where it has none yet.
  @Test func theDaemonWithoutArgumentsIsWhatAnEmptyCommandLineIsParsedTo() throws {
    let parsed = String(describing: try Qiblad.parse([]))
    #expect(parsed.contains("replay") && !parsed.contains("definition"))
    #expect(String(describing: Qiblad.withoutArguments) == parsed)
  }
}
