import Foundation
import Quantities
import Testing

@testable import Simulation

@Suite struct MagnetTests {
  // μ0·m/(2πr³) on the axis, half of it and the other way round beside it; μ0 = 1.25663706127e-6
  // N/A² (CODATA 2022): 1 A·m² at 0.1 m makes 200 µT.
  @Test func aDipoleHasTheFieldOfTheTextbook() {
    let onAxis = 1.25663706127e-6 * 1 / (2 * Double.pi * 1e-3) * 1e6
    #expect(abs(onAxis - 200) < 1e-6)
    let moment = Vector3(0, 0, 1)
    for side in [1.0, -1] {
      let ahead = dipoleField(moment: moment, at: Vector3(0, 0, 0.1 * side))
      #expect((ahead - Vector3(0, 0, onAxis)).length < 1e-6)
      let beside = dipoleField(moment: moment, at: Vector3(0.1 * side, 0, 0))
      #expect((beside - Vector3(0, 0, -onAxis / 2)).length < 1e-6)
    }
    let far = dipoleField(moment: moment, at: Vector3(0, 0, 0.2))
    #expect(abs(far.z - onAxis / 8) < 1e-6)
  }

  // Between the axis and the side the field's flux still has no source: ∇·B = 0 and ∇×B = 0.
  @Test func aDipolesFieldHasNoSourceAndNoCurl() {
    let (moment, place, h) = (Vector3(0.3, -0.8, 0.5), Vector3(0.11, 0.07, -0.13), 1e-5)
    func slope(_ axis: Vector3) -> Vector3 {
      (dipoleField(moment: moment, at: place + axis * h)
        - dipoleField(moment: moment, at: place - axis * h)) / (2 * h)
    }
    let (x, y, z) = (slope(Vector3(1, 0, 0)), slope(Vector3(0, 1, 0)), slope(Vector3(0, 0, 1)))
    #expect(x.length > 100)  // µT/m: there is something to cancel
    #expect(abs(x.x + y.y + z.z) < 0.01)
    #expect(Vector3(y.z - z.y, z.x - x.z, x.y - y.x).length < 0.01)
  }

  @Test func aMagnetOfThePlaceTurnsAndOneOfTheDeviceDoesNot() throws {
    let field = Vector3(10, -20, 5)
    func added(_ frame: Magnet.Frame) throws -> [Vector3] {
      let world = World(
        earth: try earthField(), motion: awkward, magnets: [Magnet(.uniform(field), in: frame)])
      return steps(world, Device(), seconds: 5).map {
        frame == .body
          ? $0.truth.addedField : $0.truth.attitude.rotate($0.truth.addedField)
      }
    }
    for frame in [Magnet.Frame.earth, .body] {
      #expect(try added(frame).allSatisfy { ($0 - field).length < 1e-9 })
    }
  }

  @Test func whatTruthSaysWasAddedIsWhatTheMagnetometerReadsMore() throws {
    let passing = try #require(NamedScene.named("transient-magnet")).world(try earthField())
    let without = World(earth: try earthField(), motion: passing.motion)
    for (a, b) in zip(steps(passing, Device(), seconds: 40), steps(without, Device(), seconds: 40))
    {
      let field = try #require(a.sample.magneticField).microtesla
      let plain = try #require(b.sample.magneticField).microtesla
      #expect((field - plain - a.truth.addedField).length < 1e-9)
    }
  }

  // A quarter turn about down of a field to the north leaves one to the east.
  @Test func inducedMagnetismMayTurnTheField() throws {
    let quarter = Matrix3(Vector3(-1, -1, 0), Vector3(1, -1, 0), .zero)
    let earth = try earthField(declination: 0)
    let world = World(
      earth: earth, motion: Motion(), magnets: [Magnet(.induced(quarter), in: .earth)])
    let expected = Vector3(0, earth.vector.x, earth.vector.z)
    #expect((world.field(at: 0).whole - expected).length < 1e-9)
  }

  @Test func aCoilSwings() throws {
    let coil = Magnet(.uniform(Vector3(0, 8, 0)), in: .body, hertz: 5)
    let world = World(earth: try earthField(), motion: still, magnets: [coil])
    #expect(abs(world.field(at: 0).added.y - 8) < 1e-9)
    #expect(abs(world.field(at: 0.05).added.y) < 1e-9)
    #expect(abs(world.field(at: 0.1).added.y + 8) < 1e-9)
  }

  @Test func theCalibrationTakesTheIronOut() throws {
    var device = Device()
    device.mount = oddMount
    device.iron = .ofABoard
    let world = World(earth: try earthField(), motion: awkward)
    for step in steps(world, device, seconds: 5) {
      let raw = try #require(step.sample.magneticField)
      let field = device.mount.magnetometer * device.iron.calibration.apply(raw).microtesla
      #expect((step.truth.attitude.rotate(field) - world.undisturbed).length < 1e-9)
      #expect((device.mount.magnetometer * raw.microtesla - field).length > 1)
    }
  }
}
