import Glibc
import JSON
import Randomness
import Testing

@testable import GPSD

/// libgps behind the filter, with lines that are broken and lines that are well-formed and strange.
@Suite(.timeLimit(.minutes(10))) struct GPSDLineFuzzTests {
  // In a process of its own: what loops for ever cannot be stopped otherwise, and what writes outside its
  // buffers may do so unseen for long. Before there was a filter 51 of 60 streams of 400 such lines ended
  // in an endless loop.
  @Test func libgpsComesToAnEndWithEveryLineThatIsLetThrough() async {
    await #expect(processExitsWith: .success) {
      alarm(300)  // the whole takes some seconds; SIGALRM is not a success
      var generator = SeededGenerator(seed: 322)
      let decoder = TPVDecoder()
      var reports = 0
      for number in 0..<100_000 {
        let line = number % 2 == 0 ? generator.broken() : generator.strange()
        guard case .report(let text)? = try? GPSDLine(line[...]) else { continue }
        #expect(text.bytes.count <= 600)
        reports += 1
        guard let report = decoder.report(text) else { continue }
        #expect((0...3).contains(report.mode))
        // libgps has understood what our scanner understands.
        let latitude = try JSONValue(parsing: text.bytes[...])["lat"]?.number
        let difference = abs((report.latitude ?? 0) - (latitude ?? 0))
        #expect(difference <= 1e-9 * max(1, abs(latitude ?? 0)), "\(text)")
      }
      #expect(reports > 20_000, "only \(reports) lines were let through")
    }
  }
}

extension SeededGenerator {
  private static let genuine = [
    #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-11-22T16:52:44.000Z","ept":0.005,"lat":-33.868812345,"lon":151.209312345,"altHAE":78.1230,"epx":3.100,"track":350.0,"speed":5.0,"eph":7.6}"#,
    #"{"class":"SKY","device":"/dev/ttyS0","xdop":0.8,"satellites":[{"PRN":1,"el":45.0,"az":12.0,"used":true},{"PRN":2,"el":4.0}]}"#,
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyS0","driver":"NMEA0183","activated":"2026-11-22T16:52:44.000Z","bps":9600,"parity":"N"}]}"#,
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
    #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false,"device":""}"#,
  ].map { Array($0.utf8) }

  /// A line of gpsd's in which some bytes are changed, lost, repeated or another line's.
  fileprivate mutating func broken() -> [UInt8] {
    var line = Bool.random(using: &self) ? Self.genuine[0] : element(of: Self.genuine)
    for _ in 0..<(next() % 3 + 1) {
      let index = Int(next() % UInt64(max(line.count, 1)))
      switch next() % 6 {
      case 0: line.insert(UInt8(truncatingIfNeeded: next()), at: min(index, line.count))
      case 1 where !line.isEmpty: line[index] = element(of: Array("{}[],:\"\\0-e. ntf".utf8))
      case 2 where !line.isEmpty: line[index] = UInt8(ascii: "0") + UInt8(next() % 10)
      case 3: line.removeSubrange(index..<min(index + Int(next() % 8), line.count))
      case 4:
        let other = element(of: Self.genuine)
        line = Array(line[..<min(index, line.count)]) + other[Int(next() % UInt64(other.count))...]
      default: line += line[index...]
      }
    }
    return line
  }

  /// A report whose members and values are of any kind, well-formed as a rule.
  fileprivate mutating func strange() -> [UInt8] {
    let names = [
      "device", "time", "mode", "lat", "lon", "altHAE", "eph", "epx", "epy", "track", "speed",
      "class", "status", "leapseconds", "datum", "alt", "x", String(repeating: "n", count: 300),
    ]
    var members = [#""class":"TPV""#]
    for _ in 0..<(next() % 9) {
      members.append("\"\(element(of: names))\":\(value())")
    }
    members.shuffle(using: &self)
    return Array(("{" + members.joined(separator: element(of: [",", " , "])) + "}").utf8)
  }

  private mutating func value() -> String {
    switch next() % 4 {
    case 0: "\(double(-1e3...1e3))"
    case 1: "\(Double(bitPattern: next()))".replacing("nan", with: "0").replacing("inf", with: "1")
    case 2: "\(next() % 5)"
    default:
      element(of: [
        "1e308", "-0", "-0.0e-0", "1e-400", "9999999999999999999999999999999", "0.1e+31",
        "123456789012345678901234567890e1", "null", "true", "[]", "{}", "[[1,[2]],{\"a\":[]}]",
        #"{"class":"TPV","mode":3}"#, #""""#, #""\\\"\u0000\n""#, #""2026-99-99T99:99:99Z""#,
        #""0000-00-00T00:00:00.999999999Z""#, #""9999-12-31T23:59:60.5Z""#,
        "\"" + String(repeating: "s", count: Int(next() % 700)) + "\"", "\"é\u{1F9ED}\"",
      ])
    }
  }
}
