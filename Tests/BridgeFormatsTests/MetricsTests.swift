import BridgeFormats
import Quantities
import Testing
import Wire

/// Prometheus' text format 0.0.4; `scripts/check-bridges` gives the whole page to promtool.
@Suite struct MetricsTests {
  private let hello = Hello(version: "1.2.3", runID: "a", replay: false, simulated: true)

  private func metrics(_ messages: [Message]) -> [String] {
    var metrics = Metrics()
    for message in [.hello(hello)] + messages { metrics.take(message) }
    return metrics.text.text.split(separator: "\n").map(String.init)
  }

  @Test func withoutADaemonOnlyThatIsReported() {
    var metrics = Metrics()
    let nothing = metrics.text
    #expect(nothing.text.contains("\nqiblad_up 0\n"))
    #expect(!nothing.text.contains("heading"))
    metrics.take(.hello(hello))
    metrics.daemonIsLost()
    #expect(metrics.text == nothing)
  }

  @Test func exactlyOneStatusIsOne() throws {
    let lines = metrics([.reading(try fullReading(status: .uncertain))])
    #expect(lines.contains("qiblad_status{status=\"uncertain\"} 1"))
    #expect(lines.count { $0.hasPrefix("qiblad_status{") } == Reading.Status.allCases.count)
    #expect(lines.count { $0.hasPrefix("qiblad_status{") && $0.hasSuffix(" 1") } == 1)
  }

  @Test func whatIsNotKnownHasNoSample() {
    let lines = metrics([.reading(emptyReading)])
    #expect(!lines.contains { $0.hasPrefix("qiblad_heading_degrees") })
    #expect(!lines.contains { $0.hasPrefix("qiblad_heading_error_degrees") })
    #expect(lines.contains("qiblad_status{status=\"unavailable\"} 1"))
  }

  @Test func valuesHaveTheirUnitInTheName() throws {
    let lines = metrics([.reading(try fullReading())])
    #expect(lines.contains("qiblad_heading_degrees{north=\"magnetic\"} 101.1"))
    #expect(lines.contains("qiblad_heading_degrees{north=\"true\"} 94"))
    #expect(lines.contains("qiblad_heading_error_degrees 2.5"))
    #expect(lines.contains("qiblad_build_info{version=\"1.2.3\"} 1"))
  }

  @Test func everySampleHasHelpAndTypeBeforeIt() throws {
    var known: Set<Substring> = []
    for line in metrics([.reading(try fullReading())]) {
      let words = line.split(separator: " ")
      if line.hasPrefix("# TYPE ") {
        known.insert(words[2])
        #expect(["gauge", "counter"].contains(words[3]))
        #expect((words[3] == "counter") == words[2].hasSuffix("_total"))
      } else if !line.hasPrefix("#") {
        #expect(known.contains(line.prefix { $0 != "{" && $0 != " " }), "\(line)")
      }
    }
    #expect(known.count > 10)
  }

  @Test(arguments: awkwardNames)
  func anyNameIsOneEscapedLabel(name: String) throws {
    let target = QiblaMessage.Target(
      name: name, coordinates: try Coordinates(latitude: 21.4, longitude: 39.8))
    let qibla = QiblaMessage(
      sequence: 0, time: Timestamp(microseconds: 0), bearing: nil, distanceKilometres: 1,
      error68Degrees: nil, note: .none, target: target)
    let line = try #require(metrics([.qibla(qibla)]).last)
    #expect(line.hasPrefix("qiblad_target_info{name=\"") && line.hasSuffix("\"} 1"))
    // Read back by the rules of the format.
    var read = ""
    var isEscaped = false
    for scalar in line.dropFirst(25).dropLast(4).unicodeScalars {
      if isEscaped {
        #expect("\\n\"".unicodeScalars.contains(scalar))
        read.unicodeScalars.append(scalar == "n" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        #expect(scalar != "\"")
        read.unicodeScalars.append(scalar)
      }
    }
    #expect(Array(read.utf8) == Array(name.utf8))
  }
}
