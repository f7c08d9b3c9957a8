import HeadingCheck
import Quantities
import Wire

/// The heading of a running daemon while the device is held still.
struct HeadingFeed {
  /// A heading over about a second.
  struct Look {
    /// The mean, degrees from north.
    var degrees: Double
    var isTrue: Bool
    /// The largest error that the daemon named, degrees, 68 %.
    var error68: Double
    /// What the calibrated field alone gives, degrees from the same north; `nil` where the daemon does not send it.
    var fieldDegrees: Double?
    /// UTC of the middle, µs since 1970, of a satellite receiver; `nil` where there was none.
    var utcMicroseconds: Int64?
  }

  let socketDirectory: String?

  /// s.
  private static let length = 1.0
  /// °/s; a device that turns faster is not held still.
  private static let fastest = 3.0

  /// The heading of the next second.
  ///
  /// - Throws: `CommandFailure` without a daemon or a heading, or where the device turns.
  func look() throws -> Look {
    let readings = try readings()
    let usable = readings.filter { $0.error68Degrees != nil && $0.headingMagnetic != nil }
    let isTrue = usable.allSatisfy { $0.headingTrue != nil }
    let headings = usable.compactMap {
      isTrue ? $0.headingTrue?.degrees : $0.headingMagnetic?.degrees
    }
    guard let mean = DirectionMean(headings), usable.count * 2 > readings.count else {
      throw CommandFailure("there is no heading; qiblactl status says why")
    }
    if let turn = usable.compactMap(\.turnRateDegreesPerSecond).map(abs).max(),
      turn > Self.fastest
    {
      throw CommandFailure("the device turned by \(turn.text(decimals: 1))°/s: hold it still")
    }
    let middle = usable[usable.count / 2]
    return Look(
      degrees: mean.degrees, isTrue: isTrue,
      error68: usable.compactMap(\.error68Degrees).max() ?? 180,
      utcMicroseconds: middle.utcMicroseconds)
  }

  /// The same, with what the field alone gives.
  func lookWithField() throws -> Look {
    var look = try look()
    let (readings, fields) = (try readings(), try fields())
    guard let reading = readings.last, let pitch = reading.pitchDegrees,
      let roll = reading.rollDegrees
    else { return look }
    let declination = look.isTrue ? reading.declination?.degrees : 0
    let azimuths = fields.compactMap {
      fieldAzimuth($0, pitchDegrees: pitch, rollDegrees: roll)
    }
    if let declination, let mean = DirectionMean(azimuths) {
      look.fieldDegrees = Azimuth<TrueNorth>(degrees: mean.degrees + declination).degrees
    }
    return look
  }

  private func fields() throws -> [Vector3] {
    try messages(
      of: .field, WatchOptions(rateHz: 10), for: Self.length, socketDirectory: socketDirectory,
      silence: "no field comes"
    ) { message in
      if case .field(let field) = message { (field.time, field.vector) } else { nil }
    }.compactMap { $0 }
  }

  private func readings() throws -> [Reading] {
    try messages(
      of: .reading, WatchOptions(rateHz: 20), for: Self.length, socketDirectory: socketDirectory,
      silence: "no reading comes"
    ) { message in
      if case .reading(let reading) = message { (reading.time, reading) } else { nil }
    }
  }
}
