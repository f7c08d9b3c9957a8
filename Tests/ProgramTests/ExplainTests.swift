import Foundation
import TestFiles
import Testing

/// `qiblactl replay --explain`: what the error of a heading is made of.
@Suite(.timeLimit(.minutes(5))) struct ExplainTests {
  @Test func aPersonReadsTheTermsOnceASecondLargestFirst() async throws {
    let run = try await finished("qiblactl", ["replay", Recordings.bundle, "--explain"])
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    let heads = lines.filter { !$0.hasPrefix(" ") }
    #expect((10...11).contains(heads.count))
    #expect(heads.allSatisfy { $0.contains("error") && $0.contains("for the status") })
    let last = lines.suffix(from: try #require(lines.lastIndex { !$0.hasPrefix(" ") }) + 1)
    let degrees = last.compactMap { Double($0.prefix { $0 != "°" }.drop { $0 == " " }) }
    #expect(degrees.count == last.count && degrees.count > 3)
    #expect(degrees == degrees.sorted(by: >))
    #expect(run.output.contains("warm_up") && run.output.contains("(added in full)"))
  }

  @Test func aProgramReadsThemAsJSONForEachReading() async throws {
    let arguments = ["replay", Recordings.bundle, "--explain", "--json", "--every", "0"]
    let lines = Line.split(try await finished("qiblactl", arguments).output)
    #expect(lines.count > 590 && lines.allSatisfy { $0.type == "heading_error" })
    let last = try #require(lines.last)
    #expect(try #require(last.number("error68_deg")) > 0)
    #expect(last.text.contains(#"{"cause":"#) && last.text.contains(#""adds":"independent""#))
  }

  @Test(arguments: [["--json"], ["--explain", "--every", "-1"]])
  func whatMakesNoSenseIsRefused(arguments: [String]) async throws {
    let run = try await finished("qiblactl", ["replay", Recordings.bundle] + arguments)
    #expect(run.status == 64 && run.output.isEmpty, "\(run)")
  }
}
