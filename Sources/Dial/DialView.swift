import Quantities
import Wire

/// The content of one picture of the dial.
struct DialView: Equatable {
  var reading: Reading?
  var qibla: QiblaMessage?
  var state: StateMessage?
  var event: Event?
  var position: PositionMessage?
  var calibration: CalibrationMessage?
  var field: FieldMessage?
  var devices: DevicesMessage?
  var stats: StatsMessage?
  var history: HeadingHistory
  var eventAgeSeconds: Double?
  /// Seconds since the last reading.
  var silenceSeconds: Double?
  /// Whether the reading is too old, or there is none.
  var isStale: Bool
  var rateHz: Double?
  var isReplay: Bool
  var isSimulated: Bool
  /// The daemon's version; `nil` without a connection.
  var version: String?
  var socket: String?
  var notice: String?
  /// Why there is no connection, in words.
  var loss: String?
  /// Seconds, by the caller's clock.
  var now: Double

  /// A heading with its north, so that true and magnetic headings are never mixed.
  enum Heading: Equatable {
    case fromTrueNorth(Azimuth<TrueNorth>)
    case fromMagneticNorth(Azimuth<MagneticNorth>)

    var degrees: Double {
      switch self {
      case .fromTrueNorth(let azimuth): azimuth.degrees
      case .fromMagneticNorth(let azimuth): azimuth.degrees
      }
    }

    var cardinal: String {
      switch self {
      case .fromTrueNorth(let azimuth): azimuth.cardinal
      case .fromMagneticNorth(let azimuth): azimuth.cardinal
      }
    }

    var isTrue: Bool {
      if case .fromTrueNorth = self { true } else { false }
    }

    var north: String { isTrue ? "true" : "magnetic" }
  }

  /// The true heading; without one, the magnetic heading; `nil` without any.
  var heading: Heading? {
    guard let reading else { return nil }
    return reading.headingTrue.map(Heading.fromTrueNorth)
      ?? reading.headingMagnetic.map(Heading.fromMagneticNorth)
  }

  /// The turn to the Qibla; `nil` without a true heading.
  var pointer: RelativeBearing? { reading?.headingTrue == nil ? nil : reading?.pointer }

  /// The turn of the device since the reading, degrees clockwise, extrapolated over at most 100 ms
  /// (docs/protocol.md, drawing a dial).
  var turnedDegrees: Double {
    guard !isStale, let rate = reading?.turnRateDegreesPerSecond, abs(rate) < 3600 else { return 0 }
    return rate * min(silenceSeconds ?? 0, 0.1)
  }

  /// The ink of the status; grey for a stale reading.
  var statusInk: Ink { isStale ? .off : Ink(reading?.status ?? .unavailable) }
}
