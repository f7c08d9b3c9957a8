private import Glibc
import Quantities

/// A log's fields, thinned and scaled for a fit.
struct FitPoints {
  /// The most fields that are fitted. Source: a size; with more, the sensor's systematic error dominates.
  private static let most = 2000

  private(set) var times: [Timestamp]
  /// About the origin, of size near 1.
  private(set) var points: [Vector3]
  /// Raw field = origin + size · point.
  let origin: Vector3
  let size: Double

  /// - Returns: `nil` where the fields do not differ.
  init?(_ fields: [CalibrationLog.Field]) {
    let stride = max(1, (fields.count + Self.most - 1) / Self.most)
    let kept = Swift.stride(from: 0, to: fields.count, by: stride).map { fields[$0] }
    origin = Vector3(
      median(kept.map(\.field.x)), median(kept.map(\.field.y)), median(kept.map(\.field.z)))
    let origin = self.origin
    size = median(kept.map { ($0.field - origin).length })
    guard size > 0, size.isFinite else { return nil }
    let scale = 1 / size
    points = kept.map { ($0.field - origin) * scale }
    times = kept.map(\.time)
  }

  /// Removes the marked points.
  mutating func remove(_ isRejected: [Bool]) {
    points = zip(points, isRejected).filter { !$0.1 }.map(\.0)
    times = zip(times, isRejected).filter { !$0.1 }.map(\.0)
  }

  /// How many of the points lie in each of the 48 cells of directions.
  func cellCounts(_ shape: FieldShape) -> [Int] {
    var counts = [Int](repeating: 0, count: DirectionCells.count)
    for point in points { counts[DirectionCells.index(of: shape.direction(point))] += 1 }
    return counts
  }

  /// Weights, 0 to 1, by which a direction in which the device lay still counts no more than the median
  /// one.
  func balance(_ shape: FieldShape) -> [Double] {
    let counts = cellCounts(shape)
    let usual = max(1, median(counts.filter { $0 > 0 }.map(Double.init)))
    return points.map { point in
      min(1, usual / Double(counts[DirectionCells.index(of: shape.direction(point))]))
    }
  }

  /// The ellipsoid through the points: a linear sphere first, then by distance, balanced meanwhile.
  func firstFit(_ parameters: FitParameters) -> GeometricFit? {
    let ones = [Double](repeating: 1, count: points.count)
    guard var start = FieldShape.sphere(through: points, weights: ones) else { return nil }
    for model in [CalibrationModel.sphere, .ellipsoid] {
      start = fit(model, start, parameters).shape
    }
    return fit(.ellipsoid, start, parameters)
  }

  private func fit(
    _ model: CalibrationModel, _ start: FieldShape, _ parameters: FitParameters
  ) -> GeometricFit {
    GeometricFit(
      points, weights: balance(start), model: model, start: start,
      parameters: parameters)
  }
}
