private import Glibc
import Quantities

/// The centre of a collection's fields: that of a sphere, or of a circle in its plane.
struct CollectionCentre: Equatable, Sendable {
  let shape: FieldShape
  /// Two axes in the plane of a level turn; `nil` for a sphere.
  private let plane: (Vector3, Vector3)?

  static func == (a: CollectionCentre, b: CollectionCentre) -> Bool {
    a.shape == b.shape && a.plane?.0 == b.plane?.0 && a.plane?.1 == b.plane?.1
  }

  /// The centre of a known sphere.
  init(_ shape: FieldShape) { (self.shape, plane) = (shape, nil) }

  /// - Parameters:
  ///   - fields: in the order of time.
  ///   - shape: of a fit to them; `nil` takes the nearest sphere.
  ///   - fewest: fields from which a centre is sought.
  /// - Returns: `nil` where the fields are spread no further than their noise.
  init?(
    _ flow: CalibrationCollection.Flow, fields: [Vector3], shape: FieldShape?,
    fewest: Int
  ) {
    guard fields.count >= fewest else { return nil }
    let middle = fields.reduce(Vector3.zero, +) / Double(fields.count)
    let spread = median(fields.map { ($0 - middle).length })
    let step = median(zip(fields, fields.dropFirst()).map { ($0 - $1).length })
    // noise alone has steps as long as it is wide
    guard spread > significantDeviations * step, spread > 0 else { return nil }
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
        sphere.centre.length < Self.farthest
      else { return nil }
      self.shape = sphere.scaled(by: spread, about: middle)
    case .circle:
      let eigen = SymmetricEigen(HorizontalCircle.scatter(fields, about: middle))
      let axes = eigen.vectors.map { Vector3($0[0], $0[1], $0[2]) }
      let x = fields.map { ($0 - middle).dot(axes[1]) / spread }
      let y = fields.map { ($0 - middle).dot(axes[2]) / spread }
      guard let circle = HorizontalCircle.circle(x, y),
        hypot(circle.x, circle.y) < Self.farthest
      else { return nil }
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
    let sectors = HorizontalCircle.sectors
    return min(sectors - 1, Int(part * Double(sectors)))
  }

  /// Whether the other centre sorts fields into other cells.
  func isFar(from other: CollectionCentre) -> Bool {
    (other.shape.centre - shape.centre).length > Self.newCentre * shape.radius
  }

  /// How far a centre may lie from the middle of the fields, in their spread. Source: derived; fields on
  /// an arc within one cell determine no centre.
  private static let farthest = 2 / DirectionCells.width
  /// By how much a centre must move, in radii, for the fields to be sorted anew. Source: a limit of the
  /// cost; a tenth of a cell, by which few fields change theirs.
  private static let newCentre = DirectionCells.width / 10
}
