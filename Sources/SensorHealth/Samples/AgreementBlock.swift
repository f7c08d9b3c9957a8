import Quantities

/// What the three sensors measured in one interval of `SensorAgreement`.
struct AgreementBlock: Sendable {
  /// s since the start of the check.
  private(set) var end = 0.0
  /// Body → carried frame, in the middle of the interval.
  var middle = Quaternion.identity
  /// ∫ |rate| dt since the start of the check, rad.
  var turning = 0.0
  /// rad/s: the mean of |rate| in the interval.
  private(set) var rate = 0.0
  /// rad/s: how far the gyro's bias may have been off.
  private(set) var biasLimit = 0.0
  /// Whether the field stood still in the device since the block before, while the gyro turned: the magnetometer may be
  /// stuck.
  var isFieldStill = false
  /// Whether a field was measured, and a reference field was known.
  var hasField = false
  /// µT: the means of the field.
  fileprivate(set) var field = FrameMeans()
  /// m/s²: the means of the specific force.
  fileprivate(set) var force = FrameMeans()
  /// µT.
  fileprivate(set) var strength = 0.0
  /// µT: the component of the field along gravity, down positive.
  fileprivate(set) var down = 0.0

  /// ∫ |rate| dt at the end of the interval before.
  private var formerTurning = 0.0

  /// The interval has ended.
  ///
  /// - Parameter biasLimit: rad/s.
  mutating func end(after duration: Double, biasLimit: Double) {
    end += duration
    rate = (turning - formerTurning) / duration
    (formerTurning, self.biasLimit) = (turning, biasLimit)
  }

  func isGravity(within tolerance: Double) -> Bool { force.carried.isGravity(within: tolerance) }
}

/// A vector's mean in the carried frame and in the body frame.
struct FrameMeans: Sendable {
  fileprivate(set) var carried = Vector3.zero
  fileprivate(set) var body = Vector3.zero
}

/// What becomes an `AgreementBlock`.
struct AgreementSums: Sendable {
  /// s.
  var duration = 0.0
  private var field = FrameMeans()
  private var force = FrameMeans()
  private var strength = 0.0
  /// µT · m/s².
  private var product = 0.0
  private var (fields, forces, products) = (0, 0, 0)

  /// Samples. Source: numerical; a mean.
  private static let fewest = 2

  mutating func add(force body: Vector3, carried: Vector3) {
    (force.body, force.carried) = (force.body + body, force.carried + carried)
    forces += 1
  }

  mutating func add(field body: Vector3, carried: Vector3, force: Vector3?) {
    (field.body, field.carried) = (field.body + body, field.carried + carried)
    strength += body.length
    fields += 1
    guard let force else { return }
    // Accelerations are zero in the mean and the field of a place is constant, so that the mean of the product has only
    // gravity in it, however the device turns.
    product += force.dot(body)
    products += 1
  }

  /// Writes the means into a block.
  ///
  /// - Returns: whether there is one of the force.
  func fill(_ block: inout AgreementBlock) -> Bool {
    guard forces >= Self.fewest else { return false }
    block.force = force / Double(forces)
    block.hasField = fields >= Self.fewest && products >= Self.fewest
    guard block.hasField else { return true }
    block.field = field / Double(fields)
    block.strength = strength / Double(fields)
    block.down = -product / Double(products) / standardGravity
    return true
  }
}

extension FrameMeans {
  fileprivate static func / (sums: FrameMeans, count: Double) -> FrameMeans {
    FrameMeans(carried: sums.carried / count, body: sums.body / count)
  }
}

/// How far vectors are from their mean.
struct VectorSpread {
  private var sum = Vector3.zero
  private var squares = 0.0
  private var count = 0.0

  mutating func add(_ vector: Vector3) {
    sum = sum + vector
    squares += vector.dot(vector)
    count += 1
  }

  /// The root mean square of the distance from the mean, in the vectors' unit.
  var deviation: Double {
    let mean = sum / max(count, 1)
    return max(squares / max(count, 1) - mean.dot(mean), 0).squareRoot()
  }

  /// The standard deviation of values that are spread evenly, as a part of their range. Source: derived; √(1/12).
  private static let ofEven = (1.0 / 12).squareRoot()

  /// The deviation of vectors that change evenly by `change` from the first to the last.
  static func ofEvenChange(_ change: Double) -> Double { change * ofEven }
}
