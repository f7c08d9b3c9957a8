import Quantities
import Wire

/// Everything that one picture of the dial shows.
struct DialView: Equatable {
  var reading: Reading?
  var qibla: QiblaMessage?
  var state: StateMessage?
  var event: Event?
  var eventAgeSeconds: Double?
  /// Seconds since the last reading.
  var silenceSeconds: Double?
  /// Whether the reading is too old to be believed, or there is none.
  var isStale: Bool
  var rateHz: Double?
  var isReplay: Bool
  var isSimulated: Bool
  var notice: String?

  /// A heading with the north that it is measured from: the two never mix.
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

  /// The true heading, or the magnetic one where there is no true one, or `nil`.
  var heading: Heading? {
    guard let reading else { return nil }
    return reading.headingTrue.map(Heading.fromTrueNorth)
      ?? reading.headingMagnetic.map(Heading.fromMagneticNorth)
  }

  /// The turn to the Qibla; only where the heading is a true one.
  var pointer: RelativeBearing? { reading?.headingTrue == nil ? nil : reading?.pointer }

  /// Degrees that the device turned since the reading, clockwise (docs/protocol.md, drawing a dial: at most 100 ms).
  var turnedDegrees: Double {
    guard !isStale, let rate = reading?.turnRateDegreesPerSecond, abs(rate) < 3600 else { return 0 }
    return rate * min(silenceSeconds ?? 0, 0.1)
  }

  /// The ink of the status; grey when there is none to believe.
  var statusInk: Ink { isStale ? .off : Ink(reading?.status ?? .unavailable) }
}
