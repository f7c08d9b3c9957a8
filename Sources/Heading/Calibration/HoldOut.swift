import Quantities

/// How well a model foretells what it has not seen: each of five contiguous blocks of time, by a fit
/// to the other four. Neighbouring samples are alike, so that blocks drawn at random would flatter.
struct HoldOut {
  static let blocks = 5

  /// The fit without each block.
  let shapes: [FieldShape]
  /// Root mean square over all samples, of strength − 1.
  let residual: Double

  init(_ points: [Vector3], weights: [Double], fit: GeometricFit, model: CalibrationModel) {
    var shapes: [FieldShape] = []
    var sum = 0.0
    for block in 0..<Self.blocks {
      let held = (points.count * block / Self.blocks)..<(points.count * (block + 1) / Self.blocks)
      var rest = weights
      for index in held { rest[index] = 0 }
      let shape =
        GeometricFit(points, weights: rest, model: model, start: fit.shape, scale: fit.scale).shape
      shapes.append(shape)
      for index in held {
        let residual = shape.residual(points[index])
        sum += residual * residual
      }
    }
    self.shapes = shapes
    residual = (sum / Double(max(points.count, 1))).squareRoot()
  }
}
