import Foundation
import Quantities
import Testing
import Wire

@testable import Pipeline

/// What turns a magnetic heading into a true one and into a pointer, and what is left out without it.
@Suite struct TrueHeadingTests {
  @Test func withoutADeclinationThereIsNoTrueHeadingAndNoPointerAndWhySaysSo() throws {
    let run = Run(LevelDevice().samples(to: 3), try settings(declination: nil))
    for reading in run.readings(from: 2.5) {
      #expect(abs(try #require(reading.headingMagnetic).degrees - 30) < 0.01)
      #expect(reading.headingTrue == nil && reading.declination == nil && reading.pointer == nil)
      #expect(reading.qibla != nil)  // where the Qibla lies needs no compass
      #expect(reading.alignment == .unknown)
      #expect(codes(reading.why) == ["no_time", "no_declination"])
    }
    #expect(run.events.isEmpty)
    #expect(run.states.last?.declination == .init(model: nil, valid: false))
  }

  @Test func withoutAPositionThereIsATrueHeadingAndNoPointerAndWhySaysSo() throws {
    let run = Run(LevelDevice().samples(to: 3), try settings(latitude: nil))
    for reading in run.readings(from: 2.5) {
      #expect(abs(try #require(reading.headingTrue).degrees - 31.2) < 0.01)
      #expect(reading.qibla == nil && reading.pointer == nil && reading.alignment == .unknown)
      #expect(codes(reading.why) == ["no_position", "declination_manual"])
    }
    #expect(run.qiblas.isEmpty)
    #expect(run.states.last?.position.status == StateMessage.Position.Status.none)
  }

  // By hand: true = magnetic + declination, east positive, in [0, 360).
  @Test(arguments: [
    (359.7, 1.2, 0.9), (0.3, -1.2, 359.1), (359.7, -1.2, 358.5), (0.3, 1.2, 1.5),
    (179.9, 0.3, 180.2), (10.0, -180, 190), (200.0, 180, 20), (0.0, 0, 0), (270.0, 90, 0),
  ])
  func trueIsMagneticPlusDeclination(magnetic: Double, declination: Double, expected: Double) throws
  {
    let samples = LevelDevice(heading: magnetic).samples(to: 3)
    for reading in Run(samples, try settings(declination: declination)).readings(from: 2) {
      let heading = try #require(reading.headingTrue).degrees
      #expect((0..<360).contains(heading))
      #expect(abs(RelativeBearing(degrees: heading - expected).degrees) < 0.01)
    }
  }

  // A. Fieldhouse's published 119° for London; the great circle gives 118.99.
  @Test(arguments: [0.0, 117.7, 119.1, 297.7, 298.8, 299, 359.9])
  func thePointerIsQiblaLessHeadingAndPositiveToTheRight(heading: Double) throws {
    let run = Run(LevelDevice(heading: heading).samples(to: 3), try settings())
    for reading in run.readings(from: 2.5) {
      let pointer = try #require(reading.pointer).degrees
      #expect((-180..<180).contains(pointer))
      #expect(abs(RelativeBearing(degrees: pointer - (118.99 - heading - 1.2)).degrees) < 0.01)
      let sum = pointer + (try #require(reading.headingTrue)).degrees
      #expect(abs(RelativeBearing(degrees: sum - 118.987).degrees) < 0.001)
    }
  }

  @Test func theErrorIsThatOfTheTrueHeadingWhereThereIsOne() throws {
    let samples = LevelDevice().samples(to: 3)
    let magnetic = try #require(Run(samples, try settings(declination: nil)).readings.last)
    let corrected = try #require(Run(samples, try settings()).readings.last)
    let error = (try #require(magnetic.error68Degrees), try #require(corrected.error68Degrees))
    #expect(abs(error.1 - (error.0 * error.0 + 0.5 * 0.5).squareRoot()) < 1e-9)
  }

  // A chip turned by 90° to the right, and inertial sensors upside down: what they read is turned
  // back by the mount, and the heading is that of the body.
  @Test func aMountTurnsWhatTheChipsReadIntoTheBody() throws {
    let magnetometer = Matrix3(Vector3(0, -1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1))
    let inertial = Matrix3(Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1))
    var mounted = try settings()
    mounted.mount = try Mount(magnetometer: magnetometer, inertial: inertial)
    let body = LevelDevice(heading: 211, gyroBias: Vector3(0.001, 0, 0)).samples(to: 4)
    let chips = body.map { sample in
      var chip = sample
      if let field = sample.magneticField {
        chip.magneticField = MagneticField(
          microtesla: magnetometer.transposed * field.microtesla)
      }
      if let force = sample.acceleration {
        chip.acceleration = Acceleration(
          metresPerSecondSquared: inertial.transposed * force.metresPerSecondSquared)
      }
      if let rate = sample.angularRate {
        chip.angularRate = AngularRate(
          radiansPerSecond: inertial.transposed * rate.radiansPerSecond)
      }
      return chip
    }
    #expect(Run(chips, mounted).readings == Run(body, try settings()).readings)
    let wrong = try #require(Run(chips, try settings()).readings.last?.headingMagnetic)
    #expect(abs(wrong.degrees - 211) > 10)  // without the mount it would not be
  }
}
