/// Why a procedure does not do what was asked.
package enum CalibrationProcedureError: Error, Equatable, Sendable, CustomStringConvertible {
  case nothingToAccept
  case nothingToRollBack
  /// The candidate's predicted error and that of the calibration in use, degrees.
  case worse(degrees: Double, inForce: Double)

  package var description: String {
    switch self {
    case .nothingToAccept: "there is no calibration to accept; start one first"
    case .nothingToRollBack: "there is no calibration from before"
    case .worse(let degrees, let inForce):
      "the new calibration leaves \(tenths(degrees))° and the one in use \(tenths(inForce))°; "
        + "discard it, or accept it with force"
    }
  }
}
