private import Glibc
import Quantities

/// About what a collection sees its fields: the middle of a sphere, or of a circle in its plane.
struct CollectionCentre: Equatable, Sendable {
  let shape: FieldShape
  /// Two axes in the plane of a level turn; `nil` for a sphere.
  private let plane: (Vector3, Vector3)?

  static func == (a: CollectionCentre, b: CollectionCentre) -> Bool {
    a.shape == b.shape && a.plane?.0 == b.plane?.0 && a.plane?.1 == b.plane?.1
  }

  /// A sphere's that is known.
  init(_ shape: FieldShape) { (self.shape, plane) = (shape, nil) }

  /// - Parameters:
  ///   - fields: in the order of time.
  ///   - shape: of a fit to them; `nil` takes the nearest sphere.
  /// - Returns: `nil` where the fields are spread no further than their noise.
  init?(_ flow: CalibrationCollection.Flow, fields: [Vector3], shape: FieldShape?) {
    guard fields.count >= 20 else { return nil }
    let middle = fields.reduce(Vector3.zero, +) / Double(fields.count)
    let spread = median(fields.map { ($0 - middle).length })
    let step = median(zip(fields, fields.dropFirst()).map { ($0 - $1).length })
    // a ball of noise has steps as long as it is wide
    guard spread > 2.5 * step, spread > 0 else { return nil }
    switch flow {
    case .sphere:
      plane = nil
      if let shape {
        self.shape = shape
        return
      }
      let points = fields.map { ($0 - middle) / spread }
      let ones = [Double](repeating: 1, count: points.count)
      guard let sphere = FieldShape.sphere(through: points, weights: ones),
        sphere.centre.length < 4
      else { return nil }
      self.shape = sphere.scaled(by: spread, about: middle)
    case .circle:
      let eigen = SymmetricEigen(HorizontalCircle.scatter(fields, about: middle))
      let axes = eigen.vectors.map { Vector3($0[0], $0[1], $0[2]) }
      let x = fields.map { ($0 - middle).dot(axes[1]) / spread }
      let y = fields.map { ($0 - middle).dot(axes[2]) / spread }
      guard let circle = HorizontalCircle.circle(x, y), hypot(circle.x, circle.y) < 4 else {
        return nil
      }
      let centre = middle + (axes[1] * circle.x + axes[2] * circle.y) * spread
      self.shape = FieldShape(centre: centre, matrix: .scaled(1 / (circle.radius * spread)))
      plane = (axes[1], axes[2])
    }
  }

  /// The cell of a field, 0 to 47, or the sector, 0 to 23.
  func cell(of field: Vector3) -> Int {
    let direction = shape.direction(field)
    guard let (x, y) = plane else { return DirectionCells.index(of: direction) }
    let part = atan2(direction.dot(y), direction.dot(x)) / (2 * .pi) + 0.5
    return min(23, Int(part * 24))
  }

  /// Whether the other one would put fields into other cells.
  func isFar(from other: CollectionCentre) -> Bool {
    (other.shape.centre - shape.centre).length > 0.05 * shape.radius
      || abs(other.shape.radius / shape.radius - 1) > 0.2
  }
}
