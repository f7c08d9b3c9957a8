package import Quantities
import Randomness

/// The measurement of an exact quantity: matrix · exact + offset + noise, limited to the range and
/// rounded to the resolution, in the sensor's unit and frame.
package struct Response: Equatable, Sendable {
  /// White noise.
  package enum Noise: Equatable, Sendable {
    /// One standard deviation of every measurement.
    case deviation(Double)
    /// Unit/√Hz, one-sided, of a band up to half the sensor's rate.
    case density(Double)

    /// One standard deviation of a measurement.
    package func deviation(rateHz: Double) -> Double {
      switch self {
      case .deviation(let deviation): deviation
      case .density(let density): density * (rateHz / 2).squareRoot()
      }
    }
  }

  /// Gains on the diagonal, cross-axis sensitivity off it.
  package var matrix = Matrix3.identity
  package var offset = Vector3.zero
  package var noise = Noise.deviation(0)
  /// The resolution of each axis; 0 for no rounding.
  package var step = Vector3.zero
  /// The largest absolute value of each axis.
  package var range = Vector3(.infinity, .infinity, .infinity)

  package init() {}

  /// A measurement, before limiting and rounding.
  func read(_ exact: Vector3, deviation: Double, _ generator: inout SeededGenerator) -> Vector3 {
    let value = matrix * exact + offset
    guard deviation > 0 else { return value }
    return value
      + Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal()) * deviation
  }

  /// The value after limiting and rounding.
  func converted(_ value: Vector3) -> Vector3 {
    Vector3(
      Self.converted(value.x, step.x, range.x), Self.converted(value.y, step.y, range.y),
      Self.converted(value.z, step.z, range.z))
  }

  private static func converted(_ value: Double, _ step: Double, _ range: Double) -> Double {
    let limited = min(max(value, -range), range)
    return step > 0 ? (limited / step).rounded() * step : limited
  }
}

extension Matrix3 {
  /// Gains and small cross-axis sensitivities, as a sensor's `Response.matrix`.
  ///
  /// - Parameters:
  ///   - gain: 1 is exact.
  ///   - crossAxis: the sensitivity of x to y, of y to z and of z to x; 0 is exact.
  package static func response(gain: Vector3, crossAxis: Vector3 = .zero) -> Matrix3 {
    Matrix3(
      Vector3(gain.x, crossAxis.x, 0), Vector3(0, gain.y, crossAxis.y),
      Vector3(crossAxis.z, 0, gain.z))
  }
}
