private import Glibc
package import Quantities

extension Quaternion {
  /// By how much this turns, radians from 0 to π.
  package var angle: Double {
    2 * atan2(Vector3(x, y, z).length, abs(w))
  }
}
