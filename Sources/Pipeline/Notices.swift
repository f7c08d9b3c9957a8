import Qibla
import Quantities
import Wire

/// What clients were told last, so that they are told again only when it changes.
struct Notices {
  /// What is watched from tick to tick.
  struct Condition: Equatable {
    var axis: Reading.Axis
    var isDisturbed: Bool
    var position: StateMessage.Position.Status
    var heardSensors: Heard
  }

  /// Which sensors speak.
  struct Heard: Equatable {
    var field = false
    var force = false
    var rate = false
  }

  /// µs between two states when nothing changes.
  private static let statePeriod: Int64 = 5_000_000

  private var condition: Condition?
  private var everHeard = Heard()
  private var isDisturbed = false
  private var hasFix = false
  private var direction: Direction?
  private var stateSent: (status: Reading.Status, time: Timestamp)?
  private var stateChanged = true

  /// After a gap: what was told is told again.
  mutating func restart() {
    condition = nil
    everHeard = Heard()
    stateSent = nil
    stateChanged = true
    isDisturbed = false
  }

  /// Takes in the condition of a tick; `tell` is called for each event that follows.
  mutating func update(
    _ new: Condition, tell: (Event.Name, StateMessage.Sensor.Kind?) -> Void
  ) {
    defer { condition = new }
    guard new != condition else { return }
    stateChanged = true
    if let condition, condition.axis != new.axis { tell(.axisChanged, nil) }
    if new.isDisturbed != isDisturbed {
      isDisturbed = new.isDisturbed
      tell(isDisturbed ? .interferenceStarted : .interferenceEnded, nil)
    }
    tellPosition(new.position, tell)
    tellSensors(new.heardSensors, tell)
  }

  /// Whether this way to the target is worth a message.
  mutating func isNews(_ new: Direction) -> Bool {
    if let old = direction, old.note == new.note, abs(old.distance - new.distance) < 10,
      abs((old.error68Degrees ?? -1) - (new.error68Degrees ?? -1)) < 0.1,
      Self.turn(old.bearing, new.bearing) < 0.01
    {
      return false
    }
    direction = new
    return true
  }

  /// Whether a state is due: something changed, or 5 s have passed.
  mutating func isStateDue(status: Reading.Status, at time: Timestamp) -> Bool {
    if let sent = stateSent, !stateChanged, sent.status == status,
      time.microseconds(since: sent.time) < Self.statePeriod
    {
      return false
    }
    stateSent = (status, time)
    stateChanged = false
    return true
  }

  private mutating func tellPosition(
    _ status: StateMessage.Position.Status,
    _ tell: (Event.Name, StateMessage.Sensor.Kind?) -> Void
  ) {
    let has = status == .fix2D || status == .fix3D
    guard has != hasFix else { return }
    hasFix = has
    tell(has ? .positionFix : .positionLost, nil)
  }

  private mutating func tellSensors(
    _ heard: Heard, _ tell: (Event.Name, StateMessage.Sensor.Kind?) -> Void
  ) {
    let before = condition?.heardSensors ?? Heard()
    func compare(_ kind: StateMessage.Sensor.Kind, _ path: WritableKeyPath<Heard, Bool>) {
      guard heard[keyPath: path] != before[keyPath: path] else { return }
      if !heard[keyPath: path] {
        tell(.deviceLost, kind)
      } else if everHeard[keyPath: path] {
        tell(.deviceRecovered, kind)
      }
      if heard[keyPath: path] { everHeard[keyPath: path] = true }
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
