private import Glibc
import Quantities

/// Two fields and the turn that the gyro measured between them.
struct TurnPair: Equatable, Sendable {
  /// The earlier field.
  let before: Vector3
  /// Components at the later field → components at the earlier one.
  let turn: Quaternion
  /// rad/s, at the later one.
  let speed: Double
}

/// Finds for each field its partner a quarter of a second before. Its size is fixed.
struct TurnPairs: Equatable, Sendable {
  private struct Past: Equatable {
    var time: Timestamp
    var field: Vector3
    var attitude: Quaternion
  }
  /// Fields that are kept. Source: a size; 40 ms apart they last for the longest span.
  private static let capacity = 16

  private var attitude = Quaternion.identity
  private var speed = 0.0
  private var lastRate: Timestamp?
  private var past: [Past] = []
  private var next = 0

  private let parameters: TurnCheckParameters
  private let motion: MotionParameters

  /// The least time between two fields, s.
  var fieldInterval: Double { parameters.span.upperBound / Double(Self.capacity - 1) }

  init(_ parameters: TurnCheckParameters, _ motion: MotionParameters) {
    (self.parameters, self.motion) = (parameters, motion)
    past.reserveCapacity(Self.capacity)
  }

  /// Adds a turn rate, rad/s, along the magnetometer's axes.
  mutating func add(rate: Vector3, at time: Timestamp) {
    let interval = lastRate.map { time.seconds(since: $0) } ?? 0
    lastRate = time
    guard (0...motion.longestGap).contains(interval) else { return forget() }
    attitude = (attitude * Quaternion(rotationVector: rate * interval)).normalized
    speed = rate.length
  }

  /// Adds a field; its pair, or `nil` where there is none.
  mutating func add(field: Vector3, at time: Timestamp) -> TurnPair? {
    guard let lastRate, abs(time.seconds(since: lastRate)) <= motion.longestGap else {
      forget()
      return nil
    }
    var partner: Past?
    for past in past where parameters.span.contains(time.seconds(since: past.time)) {
      if partner.map({ $0.time < past.time }) ?? true { partner = past }
    }
    let now = Past(time: time, field: field, attitude: attitude)
    if past.count < Self.capacity { past.append(now) } else { past[next] = now }
    next = (next + 1) % Self.capacity
    return partner.map {
      TurnPair(before: $0.field, turn: $0.attitude.inverse * attitude, speed: speed)
    }
  }

  /// Whether the calibrated field turned against the device as the gyro measured it.
  func isConsistent(_ pair: TurnPair, now: Vector3, _ shape: FieldShape) -> Bool {
    let (a, b) = (pair.turn.rotate(shape.direction(now)), shape.direction(pair.before))
    return a.angle(to: b) <= parameters.largestDifference(atSpeed: pair.speed, motion)
  }

  private mutating func forget() {
    past.removeAll(keepingCapacity: true)
    next = 0
  }
}
