private import Glibc
import Quantities

/// Whether fields turn against the device as the gyro measures it: a magnet that passes by does not.
struct TurnConsistency {
  private let parameters: TurnCheckParameters
  private let motion: MotionParameters
  /// The turn from the first rate on, at each rate: components there to components at the start.
  private var attitudes: [(time: Timestamp, attitude: Quaternion, run: Int, speed: Double)] = []

  init(
    _ rates: [CalibrationLog.Rate], _ parameters: TurnCheckParameters, _ motion: MotionParameters
  ) {
    (self.parameters, self.motion) = (parameters, motion)
    var attitude = Quaternion.identity
    var run = 0
    var last: Timestamp?
    for rate in rates {
      let interval = last.map { rate.time.seconds(since: $0) } ?? 0
      last = rate.time
      if interval < 0 || interval > motion.longestGap { run += 1 }
      let turn = rate.rate * max(0, min(interval, motion.longestGap))
      attitude = (attitude * Quaternion(rotationVector: turn)).normalized
      attitudes.append((rate.time, attitude, run, rate.rate.length))
    }
  }

  /// Which of the fields do not turn as the device does.
  ///
  /// - Parameters:
  ///   - times: of each direction, in order.
  ///   - directions: of the calibrated fields.
  func inconsistent(times: [Timestamp], directions: [Vector3]) -> [Bool] {
    var isInconsistent = [Bool](repeating: false, count: times.count)
    guard !attitudes.isEmpty else { return isInconsistent }
    var indices: [Int?] = []
    var next = 0
    for time in times {
      while next < attitudes.count, attitudes[next].time < time { next += 1 }
      let isNear =
        next < attitudes.count && attitudes[next].time.seconds(since: time) <= motion.longestGap
      indices.append(isNear ? next : nil)
    }
    var partner = 0
    for index in times.indices {
      partner = max(partner, index)
      while partner < times.count,
        times[partner].seconds(since: times[index]) < parameters.span.lowerBound
      { partner += 1 }
      guard partner < times.count,
        times[partner].seconds(since: times[index]) <= parameters.span.upperBound,
        let from = indices[index], let to = indices[partner],
        attitudes[from].run == attitudes[to].run
      else { continue }
      let before = attitudes[from].attitude.rotate(directions[index])
      let after = attitudes[to].attitude.rotate(directions[partner])
      let angle = before.angle(to: after)
      let speed = max(attitudes[from].speed, attitudes[to].speed)
      if angle > parameters.largestDifference(atSpeed: speed, motion) {
        isInconsistent[index] = true
        isInconsistent[partner] = true
      }
    }
    return isInconsistent
  }
}
