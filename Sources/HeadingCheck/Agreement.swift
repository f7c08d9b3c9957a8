/// Whether an error is within twice the uncertainty of both, the heading's own and that of the check; all in degrees, the
/// two uncertainties 68 %.
func isWithinTwice(_ error: Double, _ promised: Double, _ ofTheCheck: Double) -> Bool {
  abs(error) <= 2 * (promised * promised + ofTheCheck * ofTheCheck).squareRoot()
}
