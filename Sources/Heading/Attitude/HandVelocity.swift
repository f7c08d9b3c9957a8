private import Glibc
import Quantities
import SensorHealth

/// The velocity of a device in a hand, integrated from the specific force, and how far from zero it may be.
///
/// The hand comes back to where it was. The person who walks, or the vehicle, does not: such a velocity is noticed and
/// discarded, so that it does not pass for a tilt. In a vehicle a velocity shows hardly anything of the tilt.
struct HandVelocity {
  /// m/s, earth frame.
  private(set) var velocity = Vector3.zero
  /// m/s: its mean over about `handTime`.
  private var mean = Vector3.zero
  /// m²/s² over about a second: of a horizontal component, mean of both, and of the vertical one.
  private var meanSquare = (horizontal: 0.0, vertical: 0.0)
  private(set) var vehicle = VehicleCheck()
  private let floorSquare: Double
  private let shareSquare: Double
  private let misfitSquare: Double

  /// s: the correlation time of a hand's velocity. Source: assumed; a quarter of the period of a slow motion.
  private static let handTime = 0.5
  /// The least square of `mean` in a velocity that lasts, as a part of the mean square of the velocity. Source: derived; a
  /// velocity that has been the same for `handTime` has 1, one that goes to and fro in a period of 2.5 s has 0.8, and in 1 s
  /// 0.2.
  private static let lastingShare = 0.8
  /// m/s². Source: derived; an offset of 7 mg is a tilt of 0.4°, which no motion shows.
  private static let knownOffset = 0.07

  init(_ parameters: HeadingParameters) {
    floorSquare = parameters.velocityFloor * parameters.velocityFloor
    shareSquare = parameters.velocityShare * parameters.velocityShare
    misfitSquare = parameters.misfitLimit * parameters.misfitLimit
  }

  /// Takes an acceleration (m/s², earth frame) over `interval` s; the part `kept` of the velocity stays.
  ///
  /// - Returns: whether it shows that the device is in a vehicle, and none before did.
  mutating func accelerate(_ acceleration: Vector3, interval: Double, kept: Double) -> Bool {
    let wasInVehicle = vehicle.isInVehicle
    vehicle.take(acceleration, interval: interval)
    velocity = (velocity + acceleration * interval) * kept
    mean = mean + (velocity - mean) * (1 - exp(-interval / Self.handTime))
    let share = 1 - exp(-interval)
    let square = (velocity.x * velocity.x + velocity.y * velocity.y) / 2
    meanSquare.horizontal += (square - meanSquare.horizontal) * share
    meanSquare.vertical += (velocity.z * velocity.z - meanSquare.vertical) * share
    return vehicle.isInVehicle && !wasInVehicle
  }

  /// Adds a correction, m/s.
  mutating func correct(by correction: Vector3) { velocity = velocity + correction }

  /// The earth frame is turned.
  mutating func turn(by rotation: Quaternion) {
    (velocity, mean) = (rotation.rotate(velocity), rotation.rotate(mean))
    vehicle.turn(by: rotation)
  }

  /// Discards the horizontal velocity if it is not the hand's: the square of its mean is larger than (3 · floor)² +
  /// (2 · misfit)² · `unknown` + `lastingShare` of the mean square.
  ///
  /// What it taught until now stays; what it would teach from here on is that the device is tilted.
  ///
  /// - Parameter unknown: m²/s², of a horizontal component: what its variance explains.
  /// - Returns: whether it was discarded.
  mutating func discardIfCarried(unknown: Double) -> Bool {
    let square = (mean.x * mean.x + mean.y * mean.y) / 2
    let ofHand = 3 * 3 * floorSquare + 2 * 2 * misfitSquare * unknown
    guard square > ofHand + Self.lastingShare * meanSquare.horizontal else { return false }
    (velocity, mean) = (Vector3(0, 0, velocity.z), .zero)
    return true
  }

  /// m/s, of a horizontal component, without what its variance (m²/s²) explains.
  func horizontalSpeed(unknown: Double) -> Double {
    max(meanSquare.horizontal - unknown, 0).squareRoot()
  }

  /// m²/s² in one second: how far the velocity of a device in the hand is from zero, along one horizontal axis.
  ///
  /// Where the accelerometer's offset is known, down is known too, and the velocity corrects only what the gyro
  /// may have done since. Where it is not, the motion of the hand must not pass for an offset: all of the velocity
  /// counts, for as long as it stays the same.
  ///
  /// A mean that is larger than its deviation is the motion of a person or a vehicle rather than a tilt: its weight falls with its size,
  /// so that a large one says no more of the tilt than one of its deviation (Huber 1964). A tilt that the covariance does not know
  /// still wins, in proportion to time.
  ///
  /// - Parameters:
  ///   - offset: (m/s²)², of the accelerometer, each axis.
  ///   - tilt: rad², about each horizontal axis.
  ///   - unknown: m²/s², of a horizontal component: what its variance explains; `nil` where any velocity is that of a tilt.
  func horizontalVariance(offset: Double, tilt: Double, unknown velocity: Double?) -> Double {
    // At a start the tilt is far less known than an offset makes it, and any velocity shows it.
    let share = min(offset / (tilt * standardGravity * standardGravity), 1)
    let unknown = share * offset / (offset + Self.knownOffset * Self.knownOffset)
    let hand = 2 * Self.handTime * unknown * unknown
    let variance =
      floorSquare + (shareSquare + hand) * meanSquare.horizontal + vehicle.velocityVariance
    guard let velocity else { return variance }
    // The mean of `handTime` is that of about one second.
    let square = (mean.x * mean.x + mean.y * mean.y) / 2
    return variance * max(square / (velocity + variance), 1).squareRoot()
  }

  /// m²/s² in one second: the same along down. It shows nothing but an offset, and so all of the velocity counts.
  var verticalVariance: Double { floorSquare + 2 * Self.handTime * meanSquare.vertical }

  /// The share of a velocity's gain that each part gets. The velocity of a hand is not white: it stays the same for
  /// about `handTime`, so that what never changes must not learn from each interval anew.
  static func gainShare(interval: Double) -> StateVector {
    let share = min(interval / (2 * handTime), 1)
    var gainShare = StateVector.ones
    for index in StateIndex.gyroMatrixParts { gainShare[index] = share }
    for index in StateIndex.accelerometerOffsetParts { gainShare[index] = share }
    return gainShare
  }
}
