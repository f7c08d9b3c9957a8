private import Glibc
import Quantities

/// A field beside one a moment before it, and the turn between the two as the gyro saw it.
struct TurnPair: Equatable, Sendable {
  /// The earlier field.
  let before: Vector3
  /// Components at the later field → components at the earlier one.
  let turn: Quaternion
  /// rad/s, at the later one.
  let speed: Double

  /// Whether the field turned against the device as the gyro says, for what the shape makes of it.
  ///
  /// The tolerances are those of `TurnConsistency`: 6° and 40 ms of the turn rate.
  func isConsistent(_ now: Vector3, _ shape: FieldShape) -> Bool {
    let (a, b) = (turn.rotate(shape.direction(now)), shape.direction(before))
    return atan2(a.cross(b).length, a.dot(b)) <= 6.0.inRadians + 0.04 * speed
  }
}

/// Finds for each field its partner a quarter of a second before; of fixed size.
struct TurnPairs: Equatable, Sendable {
  private struct Past: Equatable {
    var time: Timestamp
    var field: Vector3
    var attitude: Quaternion
  }
  /// s.
  private static let span = 0.25...0.6
  /// s: a longer silence of the gyro breaks the chain.
  private static let longestGap = 0.2

  private var attitude = Quaternion.identity
  private var speed = 0.0
  private var lastRate: Timestamp?
  private var past: [Past] = []
  private var next = 0

  init() { past.reserveCapacity(16) }

  /// Takes in a turn rate, rad/s, along the magnetometer's axes.
  mutating func add(rate: Vector3, at time: Timestamp) {
    let interval = lastRate.map { time.seconds(since: $0) } ?? 0
    lastRate = time
    guard (0...Self.longestGap).contains(interval) else { return forget() }
    attitude = (attitude * Quaternion(rotationVector: rate * interval)).normalized
    speed = rate.length
  }

  /// Takes in a field; its pair, or `nil` where there is none.
  mutating func add(field: Vector3, at time: Timestamp) -> TurnPair? {
    guard let lastRate, abs(time.seconds(since: lastRate)) <= Self.longestGap else {
      forget()
      return nil
    }
    var partner: Past?
    for past in past where Self.span.contains(time.seconds(since: past.time)) {
      if partner.map({ $0.time < past.time }) ?? true { partner = past }
    }
    let now = Past(time: time, field: field, attitude: attitude)
    if past.count < 16 { past.append(now) } else { past[next % 16] = now }
    next = (next + 1) % 16
    return partner.map {
      TurnPair(before: $0.field, turn: $0.attitude.inverse * attitude, speed: speed)
    }
  }

  private mutating func forget() {
    past.removeAll(keepingCapacity: true)
    next = 0
  }
}
