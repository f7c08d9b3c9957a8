import Quantities
import Randomness
import Testing

@testable import Heading

@Suite struct InterferenceClassifierTests {
  /// The classification of a residual that is `field` in its frame while the device turns by `degrees` about a
  /// crooked axis, ten times a second, with 5 % of noise.
  private func classify(
    _ field: Vector3, turningWithDevice: Bool, degrees: Double, seed: UInt64
  ) -> InterferenceClassifier {
    var kind = InterferenceClassifier(parameters: FieldMonitorParameters())
    var random = SeededGenerator(seed: seed)
    let steps = 100
    let axis = Vector3(0.35, -0.25, 0.9)
    let step = degrees.inRadians / Double(steps)
    for index in 0..<steps {
      let attitude = Matrix3(Quaternion(rotationVector: axis * (step * Double(index) + 0.7)))
      let noise = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      let residual =
        (turningWithDevice ? attitude * field : field) + noise * (0.05 * field.length)
      kind.update(
        residual: residual, attitude: attitude,
        motion: DeviceMotion(turning: step * axis.length, interval: 0.1))
    }
    return kind
  }

  @Test(arguments: 0..<8) func theFrameInWhichItStaysTheSameNamesIt(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let field = Vector3(random.double(-30...30), random.double(-30...30), random.double(-30...30))
    let place = classify(field, turningWithDevice: false, degrees: 110, seed: seed)
    let device = classify(field, turningWithDevice: true, degrees: 110, seed: seed)
    #expect(place.kind != .device)
    #expect(device.kind != .place)
    // A residual along the axis stays the same in both frames: nothing distinguishes them.
    let across = field - Vector3(0.35, -0.25, 0.9) * (field.dot(Vector3(0.35, -0.25, 0.9)))
    if across.length > 0.6 * field.length {
      #expect(place.kind == .place && device.kind == .device)
    }
    #expect((device.field - field).length < 0.15 * field.length)
  }

  @Test func withoutATurnItIsTransient() {
    for turns in [true, false] {
      let kind = classify(Vector3(20, 5, -9), turningWithDevice: turns, degrees: 40, seed: 1)
      #expect(kind.kind == .transient)
    }
  }
}
