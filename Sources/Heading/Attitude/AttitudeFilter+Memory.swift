import Quantities

extension AttitudeFilter {
  /// Keeps what holds while all is well: the hard iron and the place's field.
  mutating func remember() {
    disturbance.hardIron = hardIron
    disturbance.variance = covariance.variances(from: StateIndex.hardIron)
    disturbance.reference = reference
    let (north, down) = (StateIndex.reference, StateIndex.reference + 1)
    disturbance.referenceVariance = (covariance[north, north], covariance[down, down])
  }

  /// Goes back to what was kept.
  mutating func forgetWidening() {
    disturbance.isWidened = false
    disturbance.fitsSince = nil
    hardIron = disturbance.hardIron
    reference = disturbance.reference
    deviation = (0, 0)
    let variance = disturbance.referenceVariance
    covariance.reset(variance: variance.horizontal, from: StateIndex.reference, count: 1)
    covariance.reset(variance: variance.down, from: StateIndex.reference + 1, count: 1)
    covariance.reset(variance: 0, from: StateIndex.hardIron, count: 3)
    covariance.add(variance: disturbance.variance.x, from: StateIndex.hardIron, count: 1)
    covariance.add(variance: disturbance.variance.y, from: StateIndex.hardIron + 1, count: 1)
    covariance.add(variance: disturbance.variance.z, from: StateIndex.hardIron + 2, count: 1)
    covariance.reset(
      variance: parameters.deviation * parameters.deviation, from: StateIndex.deviation, count: 2)
  }
}
