import Quantities

/// What a filter has to do with the measured field and its own state. Actions are carried out in order.
enum FieldAction: Equatable {
  /// Adds this variance, µT², to hard iron and local anomaly, so that the field no longer pulls at the
  /// attitude and a turn shows which of the two it was; also to the reference where that is new.
  case inflateCovariance(variance: Double, includingReference: Bool)
  /// Turns north by `angle` rad about down: what the field of the latest updates did to it.
  case undoRecentNorthCorrections(angle: Double)
  /// Hard iron and reference become those of the checkpoint, and the local anomaly zero.
  case restore(FieldCheckpoint)
  /// `field` (earth frame, µT) becomes the reference, with that variance (µT²) of both parts; its azimuth
  /// becomes north where `turnsNorth`.
  case adoptReference(field: Vector3, variance: Double, turnsNorth: Bool)
  /// Corrects the filter by the field; attitude and gyro bias too where `correctsAttitude`.
  case use(correctsAttitude: Bool)
  /// Does not let the field correct anything.
  case ignore(correctsAttitude: Bool)
}

/// The actions of one step: at most five, without an allocation.
struct FieldActions {
  private var actions = InlineArray<5, FieldAction>(repeating: .use(correctsAttitude: true))
  private(set) var count = 0

  subscript(index: Int) -> FieldAction { actions[index] }

  mutating func append(_ action: FieldAction) {
    actions[count] = action
    count += 1
  }
}
