private import Glibc
import Quantities

/// The Earth's field as learned at this place: its horizontal and its vertical part, µT (or counts).
struct ReferenceField: Equatable {
  var horizontal: Double
  /// Positive downwards.
  var down: Double

  init(horizontal: Double = 0, down: Double = 0) {
    (self.horizontal, self.down) = (horizontal, down)
  }

  /// The two parts of a field (earth frame), wherever its horizontal part points.
  init(of field: Vector3) { self.init(horizontal: hypot(field.x, field.y), down: field.z) }

  /// µT.
  var strength: Double { hypot(horizontal, down) }

  /// Earth frame (magnetic north, east, down), µT.
  var vector: Vector3 { Vector3(horizontal, 0, down) }
}
