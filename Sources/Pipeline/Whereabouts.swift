import Qibla
import Quantities
import Wire

/// Where the device is, as far as anybody said, and the way to the target from there.
struct Whereabouts {
  /// s without a new fix until it counts as the last one known.
  private static let freshFor = 10.0
  /// s after which a position is old: a day.
  private static let oldAfter = 86_400.0

  private let byHand: Position?
  private let assumed: Position?
  private let target: Coordinates
  /// `time` is `nil` where it does not compare with the instants of now.
  private var fix: (position: Position, isThreeDimensional: Bool, time: Timestamp?)?
  private var clock: (utcMicroseconds: Int64, time: Timestamp)?
  private(set) var direction: Direction?

  init(_ settings: PipelineSettings) {
    byHand = settings.position
    assumed = settings.assumedPosition
    target = settings.target.coordinates
    direction = (byHand ?? assumed).map { Direction(from: $0, to: target) }
  }

  /// The position in use: by hand, else the newest fix, else the assumed one.
  var position: Position? { byHand ?? fix?.position ?? assumed }

  /// Takes in what the receiver said at `time`.
  mutating func update(_ new: Fix, at time: Timestamp) {
    if let utc = new.utcMicroseconds, Self.plausible(utc) { clock = (utc, time) }
    guard let position = new.position else { return }
    if case .threeDimensional = new.mode {
      fix = (position, true, time)
    } else {
      fix = (position, false, time)
    }
    if byHand == nil { direction = Direction(from: position, to: target) }
  }

  /// Time tore: what the receiver said of the date does not hold any longer.
  ///
  /// - Parameter isComparable: false where time went backwards, so that instants from before do not
  ///   compare; how old a fix is then is not known.
  mutating func forgetInstants(isComparable: Bool) {
    clock = nil
    if !isComparable { fix?.time = nil }
  }

  /// UTC at `time`, µs since 1970, where the receiver told it.
  func utcMicroseconds(at time: Timestamp) -> Int64? {
    clock.map { $0.utcMicroseconds + time.microseconds(since: $0.time) }
  }

  func isOld(at time: Timestamp) -> Bool {
    guard byHand == nil, let fixed = fix?.time else { return false }
    return time.seconds(since: fixed) > Self.oldAfter
  }

  func state(at time: Timestamp) -> StateMessage.Position {
    if let byHand {
      return StateMessage.Position(status: .manual, error68Metres: byHand.error68Metres)
    }
    guard let fix else {
      return StateMessage.Position(
        status: assumed == nil ? .none : .manual, error68Metres: assumed?.error68Metres)
    }
    let age = fix.time.map { time.seconds(since: $0) }
    let fresh: StateMessage.Position.Status = fix.isThreeDimensional ? .fix3D : .fix2D
    return StateMessage.Position(
      status: age.map { $0 <= Self.freshFor } ?? false ? fresh : .lastKnown, ageSeconds: age,
      error68Metres: fix.position.error68Metres)
  }

  /// A receiver without a fix starts in 1980, and one whose week counter rolled over is 1024 weeks
  /// back (gpsd 3.20 to 3.22 could do that): nothing before this program's own years is believed.
  private static func plausible(_ utcMicroseconds: Int64) -> Bool {
    let year2025: Int64 = 1_735_689_600_000_000
    let year2100: Int64 = 4_102_444_800_000_000
    return (year2025..<year2100).contains(utcMicroseconds)
  }
}
