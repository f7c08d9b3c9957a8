import JSON
import Pipeline
import Quantities

/// Parses one line of a trace after the header.
///
/// The whole line is scanned before its values are judged: a line that is not JSON is reported as that.
struct InputLine {
  private var time: Double?
  private var magneticField: Vector3?
  private var acceleration: Vector3?
  private var angularRate: Vector3?
  private var fix: Fix?
  private var source: SensorSourceID?
  private var delay: Double?
  private var temperature: Double?
  /// What the line reports instead of a measurement.
  private var report: Report?
  private var keys = 0
  /// The first thing that is wrong with the line's values.
  private var problem: BadLine?

  /// Reads a line.
  ///
  /// - Parameter unknown: gets the keys that are skipped.
  /// - Returns: the input, or `nil` where the line is good and holds none (a note, a label).
  static func input(
    _ text: ArraySlice<UInt8>, unknown: inout UnknownKeys
  ) throws(BadLine) -> Input? {
    unknown.beginLine()
    var line = InputLine()
    var scanner = JSONScanner(text)
    guard scanner.peek() != nil else { throw .empty }
    do throws(JSONError) {
      try line.scan(&scanner, &unknown)
      try scanner.end()
    } catch {
      throw .notJSON(error)
    }
    return try line.input()
  }

  private mutating func scan(
    _ scanner: inout JSONScanner, _ unknown: inout UnknownKeys
  ) throws(JSONError) {
    try scanner.beginObject()
    while let key = try scanner.nextKey(first: keys == 0) {
      keys += 1
      switch key {
      case "t": try readTime(&scanner)
      case "mag": try read(.magneticField, \.magneticField, 1e6, &scanner)
      case "accel": try read(.acceleration, \.acceleration, 1e4, &scanner)
      case "gyro": try read(.angularRate, \.angularRate, 1e3, &scanner)
      case "fix": try readFix(&scanner)
      case "id": try readSource(&scanner)
      case "delay_s": try read(.delay, \.delay, TraceKey.delays, &scanner)
      case "temperature_c": try read(.temperature, \.temperature, TraceKey.temperatures, &scanner)
      case "found": try read(.found, &scanner)
      case "lost": try read(.lost, &scanner)
      case "fault": try read(.fault, &scanner)
      case "calibration": try read(.calibration, &scanner)
      case "calibrating": try read(.calibrating, &scanner)
      case "blanking": try read(.blanking, &scanner)
      case "gap": try read(.gap, &scanner)
      case "idle": try read(.idle, &scanner)
      case "set": try read(.set, &scanner)
      case "date": try read(.clock, &scanner)
      case "recording": try read(.recording, &scanner)
      // notes, truth and the keys of later versions
      default:
        unknown.add(key)
        try scanner.skipValue()
      }
    }
  }

  private mutating func readTime(_ scanner: inout JSONScanner) throws(JSONError) {
    if time != nil { note(.repeatedKey(.time)) }
    guard let seconds = try scanner.numberIfThere() else { return note(.badValue(.time)) }
    time = seconds
    if !TraceKey.times.contains(seconds) { note(.timeOutOfRange) }
  }

  private mutating func readSource(_ scanner: inout JSONScanner) throws(JSONError) {
    if source != nil { note(.repeatedKey(.id)) }
    guard let id = try scanner.sourceIfThere() else { return note(.badValue(.id)) }
    source = id
  }

  private mutating func read(
    _ key: TraceKey, _ member: WritableKeyPath<InputLine, Double?>, _ range: ClosedRange<Double>,
    _ scanner: inout JSONScanner
  ) throws(JSONError) {
    if self[keyPath: member] != nil { note(.repeatedKey(key)) }
    guard let number = try scanner.numberIfThere(), range.contains(number) else {
      return note(.badValue(key))
    }
    self[keyPath: member] = number
  }

  private mutating func read(
    _ kind: Report.Kind, _ scanner: inout JSONScanner
  ) throws(JSONError) {
    if let report { note(report.kind == kind ? .repeatedKey(kind.key) : .severalInputs) }
    switch try ReportMembers.read(kind, &scanner) {
    case .success(let value): report = value
    case .failure(let reason): note(reason)
    }
  }

  private mutating func read(
    _ key: TraceKey, _ member: WritableKeyPath<InputLine, Vector3?>, _ limit: Double,
    _ scanner: inout JSONScanner
  ) throws(JSONError) {
    if self[keyPath: member] != nil { note(.repeatedKey(key)) }
    guard let vector = try scanner.vectorIfThere(),
      max(abs(vector.x), abs(vector.y), abs(vector.z)) <= limit
    else { return note(.badValue(key)) }
    self[keyPath: member] = vector
  }

  private mutating func readFix(_ scanner: inout JSONScanner) throws(JSONError) {
    if fix != nil { note(.repeatedKey(.fix)) }
    switch try FixMembers.read(&scanner) {
    case .success(let value): fix = value
    case .failure(let reason): note(reason)
    }
  }

  private mutating func note(_ reason: BadLine) {
    problem = problem ?? reason
  }

  private func input() throws(BadLine) -> Input? {
    if let problem { throw problem }
    guard let time else { throw .noTime }
    guard keys > 1 else { throw .nothingButTime }
    let instant = Timestamp(microseconds: Int64((time * 1e6).rounded()))
    let sample = Sample(
      time: instant,
      magneticField: magneticField.map(MagneticField.init(microtesla:)),
      acceleration: acceleration.map(Acceleration.init(metresPerSecondSquared:)),
      angularRate: angularRate.map(AngularRate.init(radiansPerSecond:)),
      temperatureCelsius: temperature, fix: fix, source: source ?? 0, delay: delay)
    let isSample = sample.hasMeasurement || fix != nil
    guard let report else { return isSample ? .sample(sample) : nil }
    if isSample { throw .severalInputs }
    return report.input(at: instant)
  }
}

extension JSONScanner {
  /// Reads a number, or reads over another value and returns `nil`.
  mutating func numberIfThere() throws(JSONError) -> Double? {
    if let byte = peek(), byte == UInt8(ascii: "-") || isDigit(byte) { return try number() }
    try skipValue()
    return nil
  }

  /// Reads the number of a source, or reads over another value and returns `nil`.
  mutating func sourceIfThere() throws(JSONError) -> SensorSourceID? {
    try numberIfThere().flatMap { Int(exactly: $0) }.flatMap(SensorSourceID.init)
  }

  /// Reads an array of three numbers, or reads over another value and returns `nil`.
  mutating func vectorIfThere() throws(JSONError) -> Vector3? {
    guard peek() == UInt8(ascii: "[") else {
      try skipValue()
      return nil
    }
    try beginArray()
    var vector = Vector3.zero
    var count = 0
    var allNumbers = true
    while try nextElement(first: count == 0) {
      guard let number = try numberIfThere() else {
        allNumbers = false
        count += 1
        continue
      }
      switch count {
      case 0: vector.x = number
      case 1: vector.y = number
      case 2: vector.z = number
      default: break
      }
      count += 1
    }
    return allNumbers && count == 3 ? vector : nil
  }
}

private func isDigit(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}
