import Quantities

/// How well a model predicts samples that it was not fitted to: each of five contiguous blocks of time,
/// by a fit to the other four. Neighbouring samples are alike, so that random blocks would show too
/// small a residual.
struct HoldOut {
  /// Source: five-fold cross-validation.
  static let blocks = 5

  /// The fit without each block.
  let shapes: [FieldShape]
  /// Root mean square over all samples, of strength − 1.
  let residual: Double
  /// The same of the samples that are no outliers of the full fit.
  let inlierResidual: Double

  init(_ points: [Vector3], weights: [Double], fit: GeometricFit, model: CalibrationModel) {
    var shapes: [FieldShape] = []
    var (sum, inliers, count) = (0.0, 0.0, 0)
    for block in 0..<Self.blocks {
      let held = (points.count * block / Self.blocks)..<(points.count * (block + 1) / Self.blocks)
      var rest = weights
      for index in held { rest[index] = 0 }
      let shape =
        GeometricFit(
          points, weights: rest, model: model, start: fit.shape, scale: fit.scale,
          parameters: fit.parameters
        ).shape
      shapes.append(shape)
      for index in held {
        let residual = shape.residual(points[index])
        sum += residual * residual
        if fit.robustWeight(fit.shape.residual(points[index])) > 0 {
          inliers += residual * residual
          count += 1
        }
      }
    }
    self.shapes = shapes
    residual = (sum / Double(max(points.count, 1))).squareRoot()
    inlierResidual = (inliers / Double(max(count, 1))).squareRoot()
  }
}
