internal import Quantities
public import Wire

/// Collects readings and the field, as the daemon sends them, for one sight.
public struct SightCollector: Sendable {
  /// What the daemon is asked to send.
  public static let topics: [Topic: WatchOptions] = [
    .reading: WatchOptions(rateHz: 20), .field: WatchOptions(rateHz: 10),
  ]
  /// s.
  public static let length = 1.0
  /// °/s; a device that turns faster is not held still. Source: chosen.
  private static let fastest = 3.0

  private var readings: [Reading] = []
  private var fields: [Vector3] = []

  public init() {}

  /// Takes a message; what is no reading and no field changes nothing.
  ///
  /// - Returns: whether a second of readings is there.
  public mutating func take(_ message: Message) -> Bool {
    switch message {
    case .reading(let reading): readings.append(reading)
    case .field(let field): if let vector = field.vector { fields.append(vector) }
    default: break
    }
    guard let first = readings.first, let last = readings.last else { return false }
    return last.time.seconds(since: first.time) >= Self.length
  }

  /// The mean of what was collected: from true north where each reading has that, otherwise from magnetic north.
  ///
  /// - Throws: where there was no heading, or the device turned.
  public func sight() throws(SightRefusal) -> HeadingSight {
    let usable = readings.filter { $0.error68Degrees != nil && $0.headingMagnetic != nil }
    let isTrue = usable.allSatisfy { $0.headingTrue != nil }
    let headings = usable.compactMap {
      isTrue ? $0.headingTrue?.degrees : $0.headingMagnetic?.degrees
    }
    guard let mean = DirectionMean(headings), let last = usable.last,
      usable.count * 2 > readings.count
    else { throw .noHeading }
    let turn = usable.compactMap(\.turnRateDegreesPerSecond).map(abs).max() ?? 0
    guard turn <= Self.fastest else { throw .turned(degreesPerSecond: turn) }
    return HeadingSight(
      degrees: mean.degrees, isTrue: isTrue,
      error68: usable.compactMap(\.error68Degrees).max() ?? 180,
      fieldDegrees: fieldDegrees(last, declination: isTrue ? last.declination?.degrees : 0),
      utcMicroseconds: usable[usable.count / 2].utcMicroseconds)
  }

  private func fieldDegrees(_ reading: Reading, declination: Double?) -> Double? {
    guard let pitch = reading.pitchDegrees, let roll = reading.rollDegrees, let declination,
      let mean = DirectionMean(
        fields.compactMap { fieldAzimuth($0, pitchDegrees: pitch, rollDegrees: roll) })
    else { return nil }
    return Azimuth<TrueNorth>(degrees: mean.degrees + declination).degrees
  }
}
