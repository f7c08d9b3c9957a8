private import Glibc
package import Quantities

/// What to do with the device next, so that it sees directions that it has not seen.
package enum CalibrationPose: Equatable, Sendable {
  /// A side of the device, by its body axes.
  package enum Side: String, CaseIterable, Equatable, Sendable {
    case front, back, right, left, bottom, top

    /// Where it points, body frame: x forward, y right, z down.
    package var axis: Vector3 {
      switch self {
      case .front: Vector3(1, 0, 0)
      case .back: Vector3(-1, 0, 0)
      case .right: Vector3(0, 1, 0)
      case .left: Vector3(0, -1, 0)
      case .bottom: Vector3(0, 0, 1)
      case .top: Vector3(0, 0, -1)
      }
    }
  }

  /// Nothing is known yet: turn it about every axis.
  case tumble
  /// Bring that side down, and turn the device once around.
  case bringDown(Side)
  /// That side is down: turn the device once around.
  case turnAround(Side)
  /// Level, once around.
  case level
  /// Every direction was seen, or all but four of the 48.
  case enough
}

extension CalibrationPose: CustomStringConvertible {
  /// One sentence for a person.
  package var description: String {
    switch self {
    case .tumble: "Turn the device slowly about every axis."
    case .bringDown(let side):
      "Turn the device so that its \(side.words) points down, then turn it once around."
    case .turnAround(let side):
      "Keep the \(side.words) down and turn the device slowly once around."
    case .level: "Keep the device level and turn it slowly once around."
    case .enough: "Every direction was seen; hold the device as you like."
    }
  }

  /// The pose that shows most of the directions that are missing.
  ///
  /// With a side down and turned around, the field goes round that side's axis at 90° less the
  /// inclination.
  ///
  /// - Parameters:
  ///   - collection: what was seen.
  ///   - mount: the magnetometer's, sensor frame → body frame.
  ///   - down: the direction of gravity, body frame, length 1; `nil` without an accelerometer.
  ///   - inclination: of the field, rad, down positive.
  init(
    _ collection: CalibrationCollection, mount: Matrix3, down: Vector3?, inclination: Double,
    parameters: CalibrationParameters = CalibrationParameters()
  ) {
    guard collection.flow == .sphere else {
      self = collection.coverage == 1 ? .enough : .level
      return
    }
    guard collection.centre != nil else {
      self = .tumble
      return
    }
    guard collection.coverage < parameters.collection.fullCoverage else {
      self = .enough
      return
    }
    let missing = DirectionCells.centres.indices.filter { collection.count(inCell: $0) == 0 }
      .map { mount * DirectionCells.centres[$0] }
    /// How many of the missing cells a turn shows with that side down.
    func shown(_ side: Side) -> Int {
      missing.count { direction in
        let angle = acos(min(max(direction.dot(side.axis), -1), 1))
        return abs(angle - (.pi / 2 - inclination)) < DirectionCells.width / 2
      }
    }
    let isDown = down.flatMap { down in
      Side.allCases.max { $0.axis.dot(down) < $1.axis.dot(down) }
    }
    // of sides that show as much, the one that is down
    let best = Side.allCases.max {
      (shown($0), $0 == isDown ? 1 : 0) < (shown($1), $1 == isDown ? 1 : 0)
    }
    guard let best, shown(best) > 0 else {
      self = .tumble
      return
    }
    self = best == isDown ? .turnAround(best) : .bringDown(best)
  }
}

extension CalibrationPose.Side {
  /// As a part of a sentence.
  var words: String {
    switch self {
    case .front: "front"
    case .back: "back end"
    case .right: "right side"
    case .left: "left side"
    case .bottom: "underside"
    case .top: "upper side"
    }
  }
}
