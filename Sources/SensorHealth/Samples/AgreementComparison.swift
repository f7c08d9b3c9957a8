private import Glibc
import Quantities

/// How two blocks of `SensorAgreement` differ; angles in rad. Each is computed only where it is asked for.
struct AgreementComparison {
  private let former: AgreementBlock
  private let later: AgreementBlock

  init(_ former: AgreementBlock, _ later: AgreementBlock) {
    (self.former, self.later) = (former, later)
  }

  /// By how much the gyro turned in all between them.
  private var turning: Double { later.turning - former.turning }
  /// By how much field and force turned in the carried frame: what the gyro does not explain.
  private var field: Double { former.field.carried.angle(to: later.field.carried) }
  private var force: Double { former.force.carried.angle(to: later.force.carried) }
  /// By how much they turned in the device.
  private var fieldInBody: Double { former.field.body.angle(to: later.field.body) }
  private var forceInBody: Double { former.force.body.angle(to: later.force.body) }
  /// By how much they would have turned in it by the gyro.
  private var fieldByGyro: Double { angleByGyro(former.field.carried) }
  private var forceByGyro: Double { angleByGyro(former.force.carried) }

  private func angleByGyro(_ vector: Vector3) -> Double {
    former.middle.inverse.rotate(vector).angle(to: later.middle.inverse.rotate(vector))
  }

  /// Part of a turn. Source: derived; the axes of two boards that stand askew by 3°.
  private static let askew = 0.05
  /// What a vector may turn in the carried frame beside an error of the gyro's scale and bias.
  /// Source: derived; a local anomaly of 1 µT at the beginning and at the end, and what a calibration leaves (1.8 %) both
  /// times, turn a field of 48 µT by 2.2° together; 95 % of the pairs by less than 3.4°.
  private static let fieldFloor = 0.06
  /// By how many times the field's misfit field or force must have turned. Source: derived; a magnet turns it so only where it points
  /// within 7° of east or west, which is 0.8 % of the directions.
  private static let turnPerMisfit = 8.0
  /// m: the radius of a turn, whose centripetal force changes its direction. Source: assumed; a stretched arm.
  private static let arm = 0.5
  /// What the force may turn so. Source: derived; an acceleration of 0.5 g turns it by 27°.
  private static let forceFloor = 0.5
  /// A smaller turn, by gyro or force, is none. Source: chosen; with it no magnet near a simulated board contradicts a
  /// gyro.
  private static let leastTurn = 0.12
  /// A smaller turn proves nothing. Source: chosen; a device at rest and the sway of a hand stay below it.
  private static let provingTurn = 0.25
  /// A smaller turn confirms no sensor. Source: chosen; 30°.
  private static let confirmingTurn = 0.5
  /// Part of a turn. Source: chosen; what is off by more confirms nothing.
  private static let agreement = 0.25
  /// How far the field jumps in the device at least, and by which share of it gyro or force turn at most.
  /// Source: derived; no hand turns a device by so much in half a second about down so evenly that neither gyro nor
  /// force show a tenth of it.
  private static let jump = (least: 0.5, share: 0.1)
  /// By how much the gyro turns the field at least where the field stands still. Source: derived; ten times what noise of 0.3 µT leaves in the mean of half a second.
  private static let stillTurn = 0.01

  /// By how much the gyro may be off between both.
  ///
  /// - Parameters:
  ///   - bias: rad/s.
  ///   - scaleError: part of 1, 68 %.
  func gyroLimit(bias: Double, scaleError: Double) -> Double {
    bias * (later.end - former.end) + (Self.askew + significantDeviations * scaleError) * turning
  }

  /// Whether the field turned in the carried frame by more than the gyro may be off.
  func isFieldTurned(beyond limit: Double) -> Bool { field > Self.fieldFloor + limit }

  /// Whether no magnet explains how the field turned in the carried frame, and the device turned.
  ///
  /// A turn about the field shows in the force alone.
  ///
  /// - Parameter misfit: of strength and inclination, part of the strength.
  func isTurnOfDevice(misfit: Double) -> Bool {
    max(field, force) > Self.turnPerMisfit * misfit && max(turning, forceInBody) > Self.leastTurn
  }

  /// Whether the force turned in the carried frame by more than the gyro may be off, and the field did not.
  func isForceTurned(beyond limit: Double) -> Bool {
    guard force > Self.forceFloor + limit, forceByGyro > Self.confirmingTurn else { return false }
    let (turn, field) = (fieldByGyro, field)
    return turn > Self.provingTurn && field < Self.agreement * turn
      && field < Self.fieldFloor + limit
  }

  /// Whether the force turned in the carried frame by more than the gyro's bias and the device's own acceleration explain.
  ///
  /// - Parameters:
  ///   - bias: rad/s: how far the gyro's may be off.
  ///   - turnRate: rad/s: the fastest of the device between both.
  func isForceTurned(bias: Double, turnRate: Double) -> Bool {
    guard force > Self.forceFloor else { return false }
    let centripetal = 2 * atan(turnRate * turnRate * Self.arm / standardGravity)
    return force > Self.forceFloor + bias * (later.end - former.end) + centripetal
  }

  var confirmsGyro: Bool {
    let turn = fieldByGyro
    return turn > Self.confirmingTurn && field < Self.agreement * turn
  }

  var confirmsForce: Bool {
    let turn = forceByGyro
    return turn > Self.confirmingTurn && force < Self.agreement * turn
  }

  /// Whether the field jumped in the device although neither gyro nor force turned: a magnet came, or the magnetometer
  /// measures something else.
  var isFieldJump: Bool {
    let turn = fieldInBody
    return turn > Self.jump.least && max(turning, forceInBody) < Self.jump.share * turn
  }

  /// Whether the field stood still in the device while the gyro turned: the magnetometer may be stuck.
  var isFieldStill: Bool {
    let turn = fieldByGyro
    return turn > Self.stillTurn && fieldInBody < Self.agreement * turn
  }
}
