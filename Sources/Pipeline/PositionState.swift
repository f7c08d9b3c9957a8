private import Glibc
import Qibla
import Quantities
import Wire

/// Where the device is, from the best source there is, and the direction of the target from there.
struct PositionState {
  /// Given for this run.
  private let given: Position?
  /// Until there is a better one.
  private let starting: Position?
  private let startingStatus: StateMessage.Position.Status
  private let lastKnown: PipelineSettings.LastKnown?
  /// Set by the user in the run; wins over all others.
  var byUser: Position? { didSet { updateDirection() } }
  /// Where the pointer leads.
  var target: QiblaMessage.Target { didSet { updateDirection() } }
  private let method: Direction.Method
  /// `time` is `nil` where it does not compare with the instants of now.
  private var fix: (position: Position, isThreeDimensional: Bool, time: Timestamp?)?
  private(set) var direction: Direction?
  private var lastMotion: Fix.Motion?

  init(_ settings: PipelineSettings) {
    given = settings.position
    starting = settings.startingPosition
    startingStatus = settings.isStartingPositionConfigured ? .manual : .assumed
    lastKnown = settings.lastKnown
    target = settings.target
    method = Direction.Method(settings.method)
    updateDirection()
  }

  private var byHand: Position? { byUser ?? given }

  private mutating func updateDirection() {
    direction = position.map { Direction(from: $0, to: target.coordinates, by: method) }
  }

  /// The position in use: by hand, else the newest fix, else the one of the start, else an earlier run's.
  var position: Position? { byHand ?? fix?.position ?? starting ?? lastKnown?.position }

  /// Takes in what the receiver said at `time`.
  mutating func update(_ new: Fix, at time: Timestamp) {
    guard let position = new.position else { return }
    lastMotion = new.motion
    if case .threeDimensional = new.mode {
      fix = (position, true, time)
    } else {
      fix = (position, false, time)
    }
    if byHand == nil { updateDirection() }
  }

  /// How the device moves, where the receiver said so a short while ago; also where the position is by hand.
  func motion(at time: Timestamp) -> Fix.Motion? {
    guard let fixTime = fix?.time,
      (0...ProtocolConstants.freshFix).contains(time.seconds(since: fixTime))
    else {
      return nil
    }
    return lastMotion
  }

  /// Time ran backwards: instants from before do not compare with those to come, and how old a fix
  /// is is not known.
  mutating func forgetInstants() { fix?.time = nil }

  /// Degrees, 68 % lie within: what the position's error does to the bearing. Where it is not reported how far
  /// off the position is, a receiver's is assumed to be 30 m off and any other for a kilometre: a place that
  /// a person gives is that of a town.
  var bearingError68Degrees: Double? {
    guard let direction, direction.bearing != nil else { return nil }
    if let error = direction.error68Degrees { return error }
    let isFix = byHand == nil && fix != nil
    let assumed = ProtocolConstants.assumedError
    return direction.turn(ofMetres: isFix ? assumed.ofFix : assumed.ofPosition)
  }

  /// Whether a position in this state is over a day old, or of unknown age.
  static func isOld(_ state: StateMessage.Position) -> Bool {
    guard state.status == .lastKnown else { return false }
    return state.ageSeconds.map { $0 > ProtocolConstants.oldPosition } ?? true
  }

  /// Adds why the position is not known better.
  func insertReasons(into why: inout WhySet, _ state: StateMessage.Position) {
    if position == nil { why.insert(.noPosition) }
    if Self.isOld(state) { why.insert(.positionOld) }
  }

  /// Whether heading and bearing are known so well that a pointer near 0 is certain to be alignment.
  func isCertain(_ reading: Reading, _ alignment: AlignmentParameters) -> Bool {
    guard reading.status == .accurate, direction?.note == Direction.Note.none,
      !reading.why.contains(.positionOld), let heading = reading.error68Degrees,
      let bearing = bearingError68Degrees
    else { return false }
    return hypot(heading, bearing) <= alignment.largestErrorDegrees
  }

  /// Where the position comes from and how old it is.
  ///
  /// - Parameter dateMicroseconds: µs since 1970 at `time`, where it is certain.
  func state(at time: Timestamp, dateMicroseconds: Int64?) -> StateMessage.Position {
    if let byHand {
      return StateMessage.Position(status: .manual, error68Metres: byHand.error68Metres)
    }
    if let fix { return state(of: fix, at: time) }
    if let starting {
      return StateMessage.Position(
        status: startingStatus, error68Metres: starting.error68Metres)
    }
    guard let lastKnown else { return StateMessage.Position(status: .none) }
    return StateMessage.Position(
      status: .lastKnown, ageSeconds: age(of: lastKnown, dateMicroseconds),
      error68Metres: lastKnown.position.error68Metres)
  }

  private func state(
    of fix: (position: Position, isThreeDimensional: Bool, time: Timestamp?), at time: Timestamp
  ) -> StateMessage.Position {
    // The age of one of the future is unknown.
    let age = fix.time.map { time.seconds(since: $0) }.flatMap { $0 >= 0 ? $0 : nil }
    let fresh: StateMessage.Position.Status = fix.isThreeDimensional ? .fix3D : .fix2D
    let isFresh = age.map { $0 <= ProtocolConstants.freshFix } ?? false
    return StateMessage.Position(
      status: isFresh ? fresh : .lastKnown, ageSeconds: age,
      error68Metres: fix.position.error68Metres)
  }

  /// s; `nil` where either date is not known, or the earlier one is not the earlier.
  private func age(of last: PipelineSettings.LastKnown, _ dateMicroseconds: Int64?) -> Double? {
    guard let now = dateMicroseconds, let then = last.utcMicroseconds, now >= then else {
      return nil
    }
    return Double(now - then) / 1e6
  }
}
