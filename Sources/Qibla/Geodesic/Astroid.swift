private import Glibc

/// The positive root k of k⁴ + 2k³ − (x² + y² − 1)k² − 2y²k − y² = 0.
///
/// Geodesics to a point near the antipode envelop an astroid; k says which of them leads there.
///
/// - Parameters: the point in units of the astroid, both finite.
/// - Source: Karney (2013), section 5, equations 55 to 57 and appendix B.
func astroidRoot(_ x: Double, _ y: Double) -> Double {
  let (p, q) = (x * x, y * y)
  let r = (p + q - 1) / 6
  if q == 0 && r <= 0 { return 0 }
  let s = p * q / 4
  let (r2, r3) = (r * r, r * r * r)
  let discriminant = s * (s + 2 * r3)
  var u = r
  if discriminant >= 0 {
    let sum = s + r3
    // The sign that does not cancel.
    let t = cbrt(sum + (sum < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()))
    u += t + (t == 0 ? 0 : r2 / t)
  } else {
    let angle = atan2((-discriminant).squareRoot(), -(s + r3))
    u += 2 * r * cos(angle / 3)
  }
  let v = (u * u + q).squareRoot()
  let uv = u < 0 ? q / (v - u) : u + v
  let w = (uv - q) / (2 * v)
  return uv / ((uv + w * w).squareRoot() + w)
}
