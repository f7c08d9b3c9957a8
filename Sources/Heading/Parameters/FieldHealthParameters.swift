/// When the values of a magnetometer show a fault (`FieldHealth`).
package struct FieldHealthParameters: Equatable, Sendable {
  /// s for which an axis stands at its largest value until it is saturated.
  /// Source: chosen; shorter than in `SensorFaultParameters`, since the strength of the field has to be implausible
  /// as well.
  package var saturatedAfter = 0.2
  /// s without a sign of a fault until the field is used again.
  /// Source: chosen.
  package var healthyAfter = 0.5
  /// rad. A turn by more, by gyro or gravity, must change the field.
  /// Source: chosen; it changes a horizontal field of 20 µT by 5 µT.
  package var clearTurn = 0.25

  package init() {}
}
