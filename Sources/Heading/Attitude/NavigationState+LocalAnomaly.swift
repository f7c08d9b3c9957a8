private import Glibc
import Quantities

// How large the anomalies are where the device is.
extension NavigationState {
  /// µT²: of each horizontal component of the anomaly of a spot.
  private var localAnomalyVariance: Double {
    parameters.localAnomaly * parameters.localAnomaly * localAnomaly.scale
  }

  /// µT²: of the vertical component, which is not estimated.
  var verticalAnomalyVariance: Double { parameters.verticalVariance * localAnomaly.scale }

  /// The anomaly of one spot is left behind as the device moves, and another one takes its place.
  ///
  /// - Parameter kept: the part of it that stays.
  mutating func propagateLocalAnomaly(kept: Double) {
    localAnomaly.north *= kept
    localAnomaly.east *= kept
    covariance.scale(by: kept, from: StateIndex.localAnomaly, count: 2)
    covariance.add(
      variance: localAnomalyVariance * (1 - kept * kept), from: StateIndex.localAnomaly, count: 2)
  }

  /// Judges how large the anomalies are by the components that strength and inclination show. Where they are larger than was
  /// known, the field has just changed, and the estimate of this spot's anomaly is less certain at once.
  ///
  /// - Parameters:
  ///   - residual: measured − reference, earth frame, µT, as the mean of the last `averaging` s; `nil` where it does not show an
  ///     anomaly of the spot.
  ///   - turnRate: rad/s.
  mutating func judgeLocalAnomaly(
    _ residual: Vector3?, averaging: Double, of field: FieldObservation, interval: Double,
    turnRate: Double
  ) {
    let former = localAnomalyVariance
    var meanSquare = 0.0
    if let residual {
      let visible = LocalAnomaly.visible(residual, reference)
      localAnomaly.note(north: visible.north, interval: interval, turnRate: turnRate)
      meanSquare = meanSquareAnomaly(visible, averaging: averaging, of: field)
    }
    localAnomaly.note(
      meanSquare: meanSquare, kept: exp(-interval / parameters.motionMemory))
    covariance.add(
      variance: max(localAnomalyVariance - former, 0), from: StateIndex.localAnomaly, count: 2)
  }

  /// The mean square of the two components, each as a multiple of the deviation that it has in a room.
  private func meanSquareAnomaly(
    _ visible: (north: Double, down: Double), averaging: Double, of field: FieldObservation
  ) -> Double {
    let noise =
      parameters.fieldNoise * parameters.fieldNoise * parameters.updateInterval / (2 * averaging)
    let room = parameters.localAnomaly * parameters.localAnomaly + noise
    let vertical = parameters.verticalVariance + noise
    func meanSquare(beside expected: Vector3) -> Double {
      (visible.north * visible.north / (room + expected.x)
        + visible.down * visible.down / (vertical + expected.z)) / 2
    }
    // What the state leaves open only makes it smaller.
    let most = meanSquare(beside: .zero)
    guard most > LocalAnomaly.significantMeanSquare else { return most }
    return meanSquare(
      beside: covariance.variances(of: field.rowsWithoutAnomaly, from: FieldObservation.parts))
  }
}
