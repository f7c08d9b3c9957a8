internal import FoundationEssentials
internal import JSON

/// One line of a nine-axis recording.
private let traceLine =
  #"{"t":1.2345,"mag":[20.45,-8.09,-44.38],"accel":[0.227,0.087,9.807],"#
  + #""gyro":[-0.07642,-0.00454,-3e-05],"truth_q":[0.9836,-0.00394,0.01178,-0.17028]}"#

/// Our scanner beside the standard one, on the same line and for the same four values.
let jsonBenchmarks = [
  Benchmark("scan a trace line, JSONScanner", iterations: 50_000, allocates: .never) {
    let line = Array(traceLine.utf8)
    return { consume(try ScannedLine(line[...]).time) }
  },
  Benchmark("scan a trace line, JSONDecoder", iterations: 2_000) {
    let line = Data(traceLine.utf8)
    let decoder = JSONDecoder()
    return { consume(try decoder.decode(DecodedLine.self, from: line).t) }
  },
]

private struct DecodedLine: Decodable {
  let t: Double
  let mag, accel, gyro: [Double]?
}

private struct ScannedLine {
  var time = 0.0
  var magneticField: SIMD3<Double>?
  var acceleration: SIMD3<Double>?
  var angularRate: SIMD3<Double>?

  init(_ bytes: ArraySlice<UInt8>) throws(JSONError) {
    var scanner = JSONScanner(bytes)
    try scanner.beginObject()
    var first = true
    while let key = try scanner.nextKey(first: first) {
      first = false
      switch key {
      case "t": time = try scanner.number()
      case "mag": magneticField = try scanner.vector()
      case "accel": acceleration = try scanner.vector()
      case "gyro": angularRate = try scanner.vector()
      default: try scanner.skipValue()
      }
    }
    try scanner.end()
  }
}

extension JSONScanner {
  fileprivate mutating func vector() throws(JSONError) -> SIMD3<Double> {
    var vector = SIMD3<Double>()
    try beginArray()
    for axis in 0..<3 {
      guard try nextElement(first: axis == 0) else { throw unexpected("a number") }
      vector[axis] = try number()
    }
    guard try !nextElement(first: false) else { throw unexpected("']'") }
    return vector
  }
}
