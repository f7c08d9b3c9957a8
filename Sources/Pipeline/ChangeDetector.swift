import Qibla
import Quantities
import Wire

/// What was last sent to clients, so that it is sent again only when it changes.
struct ChangeDetector {
  /// What is watched from tick to tick; any change of it is a new state.
  struct Condition: Equatable {
    var status: Reading.Status
    var why: WhySet
    var interference: StateMessage.Interference.Status
    var kind: StateMessage.Interference.Kind?
    var axis: Reading.Axis
    var position: StateMessage.Position.Status
    /// Which of several makes the heading.
    var magnetometer: SensorSourceID?
  }

  /// Which sensors send samples.
  struct ActiveSensors: Equatable {
    var field = false
    var force = false
    var rate = false
  }

  /// µs between two states when nothing changes. Source: docs/protocol.md.
  private static let statePeriod: Int64 = 5_000_000
  /// The changes of distance (metres), error (68 %) and bearing (degrees) with which a bearing is sent
  /// again. Source: docs/protocol.md; ten of the last digit that the message has of each.
  private static let qiblaStep = (distance: 10.0, error: 0.1, bearing: 0.01)

  private var condition: Condition?
  private var isDisturbed = false
  private var hasFix = false
  private var isExpired = false
  private var isMountWrong = false
  /// Which sensors send samples, as it was last sent to clients.
  private var lastSent = ActiveSensors()
  private var everActive = ActiveSensors()
  private var activeSinceGap = ActiveSensors()
  private var lastGap: Timestamp?
  private var direction: (way: Direction, status: StateMessage.Position.Status)?
  private var place:
    (status: StateMessage.Position.Status, position: Position?, motion: Fix.Motion?)?
  private var stateSent: Timestamp?
  private var stateChanged = true

  /// After a gap: a state is due. What was sent of field, axis and sensors stays sent, so that every
  /// event has its counterpart also across the gap.
  mutating func restart(at time: Timestamp) {
    lastGap = time
    activeSinceGap = ActiveSensors()
    stateChanged = true
  }

  /// Takes in the condition of a tick; `tell` is called for each event that follows.
  mutating func update(
    _ new: Condition, active: ActiveSensors, at time: Timestamp,
    tell: (Event.Name, StateMessage.Sensor.Kind?) -> Void
  ) {
    tellSensors(active, at: time, tell)
    guard new != condition else { return }
    defer { condition = new }
    stateChanged = true
    if let condition, condition.axis != new.axis { tell(.axisChanged, nil) }
    let isNowDisturbed = new.interference == .disturbed || new.interference == .recovering
    if isNowDisturbed != isDisturbed {
      isDisturbed = isNowDisturbed
      tell(isDisturbed ? .interferenceStarted : .interferenceEnded, nil)
    }
    let hasFixNow = new.position == .fix2D || new.position == .fix3D
    if hasFixNow != hasFix {
      hasFix = hasFixNow
      tell(hasFix ? .positionFix : .positionLost, nil)
    }
    let isExpiredNow = new.why.contains(.declinationModelExpired)
    if isExpiredNow, !isExpired { tell(.declinationExpired, nil) }
    isExpired = isExpiredNow
    let isMountWrongNow = new.why.contains(.mountWrong)
    if isMountWrongNow != isMountWrong {
      isMountWrong = isMountWrongNow
      tell(isMountWrong ? .mountWrong : .mountCleared, nil)
    }
  }

  /// Takes a position and how it moves, if they differ from those that were sent.
  ///
  /// - Returns: whether they are worth a message; they count as sent then.
  mutating func takeIfNew(
    _ status: StateMessage.Position.Status, _ position: Position?, _ motion: Fix.Motion?
  ) -> Bool {
    if let place, place.status == status, place.position == position, place.motion == motion {
      return false
    }
    place = (status, position, motion)
    return true
  }

  /// Takes a way to the target, if it differs from the one that was sent.
  ///
  /// - Returns: whether it is worth a message; it counts as sent then.
  mutating func takeIfNew(_ new: Direction, from status: StateMessage.Position.Status) -> Bool {
    if let (old, before) = direction, before == status, old.note == new.note,
      abs(old.distance - new.distance) < Self.qiblaStep.distance,
      abs((old.error68Degrees ?? -1) - (new.error68Degrees ?? -1)) < Self.qiblaStep.error,
      Self.turn(old.bearing, new.bearing) < Self.qiblaStep.bearing
    {
      return false
    }
    direction = (new, status)
    return true
  }

  /// Makes the next direction be sent: there is none, or it leads to another target.
  mutating func forgetDirection() { direction = nil }

  /// Something changed that no condition shows: a state is due.
  mutating func stateChanges() { stateChanged = true }

  /// Takes the state that is due: something changed, or 5 s have passed.
  ///
  /// - Returns: whether one is due; it counts as sent then.
  mutating func takeDueState(at time: Timestamp) -> Bool {
    if let stateSent, !stateChanged, time.microseconds(since: stateSent) < Self.statePeriod {
      return false
    }
    stateSent = time
    stateChanged = false
    return true
  }

  private mutating func tellSensors(
    _ active: ActiveSensors, at time: Timestamp,
    _ tell: (Event.Name, StateMessage.Sensor.Kind?) -> Void
  ) {
    let isTolerated =
      lastGap.map { time.seconds(since: $0) <= ProtocolConstants.gapTimeout } ?? false
    func compare(_ kind: StateMessage.Sensor.Kind, _ path: WritableKeyPath<ActiveSensors, Bool>) {
      let isActive = active[keyPath: path]
      if isActive { activeSinceGap[keyPath: path] = true }
      guard isActive != lastSent[keyPath: path] else { return }
      if !isActive, isTolerated, !activeSinceGap[keyPath: path] { return }
      lastSent[keyPath: path] = isActive
      stateChanged = true
      if !isActive {
        tell(.deviceLost, kind)
      } else if everActive[keyPath: path] {
        tell(.deviceRecovered, kind)
      }
      everActive[keyPath: path] = true
    }
    compare(.mag, \.field)
    compare(.accel, \.force)
    compare(.gyro, \.rate)
  }

  private static func turn(_ a: Azimuth<TrueNorth>?, _ b: Azimuth<TrueNorth>?) -> Double {
    guard let a, let b else { return a == b ? 0 : 360 }
    return abs(RelativeBearing(of: a, from: b).degrees)
  }
}
