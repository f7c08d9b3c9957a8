import Quantities
import Simulation
import Testing
import Wire

/// Scenes in which a sensor is broken: it is named, and no heading is claimed that is not there.
@Suite struct BrokenSensorSceneTests {
  // Also between two samples a second apart, and on the tick on which the filter goes on without its gyro.
  @Test(arguments: ["1hz", "gyro-lost"], SceneCase.all)
  func everyStatusButAccurateHasAReason(name: String, given: SceneCase) throws {
    let run = try SceneRun(name, given, seconds: 50)
    #expect(run.between(0).count > 2900)
    #expect(run.between(0).allSatisfy { $0.status == .accurate || !$0.why.isEmpty })
  }

  // The device turns at 23 s: 15° later the field should have changed, and the gyro holds from then
  // on for a minute. A gyro whose bias was measured at rest drifts by less than 0.1°/s; before that
  // the stuck field may have pulled for those 15°.
  @Test(arguments: SceneCase.all) func aStuckMagnetometerIsNamed(given: SceneCase) throws {
    let run = try SceneRun("stuck", given, seconds: 90)
    #expect(run.between(5, 20).allSatisfy { $0.why.isEmpty })
    let held = run.between(24, 78).filter { $0.reading.headingMagnetic != nil }
    #expect(run.between(24).share { $0.why.contains(.sensorStuck) } > 0.99)
    #expect(held.share { $0.reading.source == .gyroHold && $0.why.contains(.gyroHold) } > 0.99)
    #expect(held.worst < 6)
    // A minute after the last field that was believed there is no heading any more.
    #expect(run.between(85).allSatisfy { $0.status == .unavailable })
    #expect(!run.between(0).contains { $0.status == .accurate && $0.why.contains(.sensorStuck) })
    #expect(run.lies == 0)
  }

  // Four axes of a hundred: an axis that ends at its range says the same although the others change.
  @Test(arguments: SceneCase.all) func aSaturatedMagnetometerIsNamed(given: SceneCase) throws {
    let run = try SceneRun("saturated", given, seconds: 75)
    let pinned = run.between(22, 59)
    #expect(pinned.share { $0.why.contains(.sensorSaturated) } > 0.95)
    #expect(pinned.allSatisfy { $0.reading.source == .gyroHold && $0.status != .accurate })
    #expect(run.between(5).worst < 10)
    // The magnet is gone at 60 s; the field is believed again within three seconds.
    #expect(run.between(64).allSatisfy { !$0.why.contains(.sensorSaturated) })
    #expect(run.between(64).share { $0.reading.source == .magnetometerGyro } > 0.95)
    #expect(run.lies == 0)
  }

  // A dead axis jumps first, which is a disturbance; 3 s without its noise name it, and of a whole chip
  // that is stuck at rest as well: at 20 Hz, where four samples in ten are reversals, 53 of them, 2.7 s.
  // Back again, half a second makes it believed, and a second more the field.
  @Test(
    arguments: SceneCase.all,
    [
      Fault.magnetometerStuck(from: 12, until: 22), .magnetometerAxisDead(from: 12, until: 22),
      .magnetometerZero(from: 12, until: 22),
    ])
  func aMagnetometerThatStopsIsNamedAndBelievedAgain(given: SceneCase, fault: Fault) throws {
    let run = try SceneRun("rest", given, seconds: 32) { $0.faults = [fault] }
    let name: Why =
      if case .magnetometerZero = fault { .sensorAllZero } else { .sensorStuck }
    #expect(!run.between(0, 12).contains { $0.why.contains(name) })
    let named = run.between(name == .sensorAllZero ? 12.3 : 17, 22)
    #expect(named.allSatisfy { $0.why.contains(name) && $0.reading.source == .gyroHold })
    #expect(run.between(5).worst < 5)
    #expect(!run.between(22.7).contains { $0.why.contains(name) })
    // A dead axis was a disturbance for its first seconds, and that is remembered; it fades within a minute, and the
    // smaller the other terms are, the sooner the error is that of an accurate heading again.
    let isAxis = fault == .magnetometerAxisDead(from: 12, until: 22)
    let last = run.between(26, isAxis ? 30 : 32)
    let why: WhySet = isAxis ? [.fieldUneven] : []
    #expect(last.allSatisfy { $0.reading.source == .magnetometerGyro && $0.why == why })
    #expect(last.allSatisfy { $0.status == (isAxis ? .uncertain : .accurate) })
    #expect(run.lies == 0)
  }

  @Test(arguments: SceneCase.all) func withoutAGyroABrokenFieldIsNoHeading(given: SceneCase) throws
  {
    let run = try SceneRun("rest", given, seconds: 24) {
      $0.gyro = nil
      $0.faults = [.magnetometerStuck(from: 8, until: 18)]
    }
    let broken = run.between(13, 18)
    #expect(broken.allSatisfy { $0.status == .unavailable && $0.why.contains(.sensorStuck) })
    #expect(run.between(20).allSatisfy { $0.reading.headingMagnetic != nil && $0.why.isEmpty })
    #expect(run.lies == 0)
  }

  // The axis is dead from 20 s on, and 3 s without its noise name it. A minute after the last field that was accepted, as
  // of a stuck magnetometer, there is no heading.
  @Test(arguments: SceneCase.all) func aDeadAxisIsNamed(given: SceneCase) throws {
    let run = try SceneRun("dead-axis", given, seconds: 95)
    #expect(run.between(25).allSatisfy { $0.why.contains(.sensorStuck) })
    #expect(run.between(21, 60).share { $0.status != .accurate } > 0.95)
    // What takes the heading away comes before the interference that it looked like.
    let lost = run.between(85)
    #expect(!lost.isEmpty)
    #expect(lost.allSatisfy { $0.status == .unavailable && $0.why.first == .sensorStuck })
    #expect(run.between(5, 60).worst < 10)
    #expect(run.lies == 0)
  }

  @Test(arguments: SceneCase.all) func aMagnetometerThatReadsZerosIsNamed(given: SceneCase) throws {
    let run = try SceneRun("rest", given, seconds: 12) { $0.faults = [.magnetometerZero(from: 0)] }
    #expect(run.between(1).allSatisfy { $0.why.contains(.sensorAllZero) })
    #expect(run.between(1).allSatisfy { $0.status == .unavailable })
  }

  // A board that has lost its supply: zeros from every sensor while it is turned about. Nothing is held
  // through that, and two seconds after it all is known again.
  @Test(arguments: SceneCase.all) func aBoardWithoutASupplyHasNoHeading(given: SceneCase) throws {
    let dead = 10.0..<14
    let run = try SceneRun(
      "wander", given, seconds: 24,
      alter: { sample, time in
        guard dead.contains(time) else { return }
        sample.magneticField?.microtesla = .zero
        sample.acceleration?.metresPerSecondSquared = .zero
        sample.angularRate?.radiansPerSecond = .zero
      })
    #expect(run.between(10.5, 14).allSatisfy { $0.status == .unavailable })
    #expect(run.between(10.5, 14).allSatisfy { $0.why.contains(.sensorAllZero) })
    #expect(run.between(18).worst < 6)
    #expect(run.lies == 0)
  }

  // Nothing tells exchanged axes or a foreign calibration at rest but the Earth's model; the first
  // turn does: the field turns otherwise than the device.
  @Test(arguments: SceneCase.all, ["swapped-axes", "other-device"])
  func whatDoesNotTurnWithTheDeviceIsNotBelieved(given: SceneCase, scene: String) throws {
    let run = try SceneRun(scene, given, seconds: 45)
    #expect(!run.moments.contains { $0.status == .accurate })
    #expect(run.between(6, 20).contains { $0.status == .interference })
  }

  // A board that was exchanged for one with another hard iron: 10 to 80 µT in the directions of a cube's corners, edges
  // and faces. 10 µT that are level and across the field change its strength by 2 % and its inclination by 1°: nothing at
  // rest tells them from the calibration's own field.
  @Test(arguments: SceneCase.all, [10.0, 20, 40, 80])
  func anotherBoardsCalibrationIsNotBelieved(given: SceneCase, microtesla: Double) throws {
    let axis = [-1.0, 0, 1]
    let directions = axis.flatMap { x in
      axis.flatMap { y in axis.compactMap { z in Vector3(x, y, z).normalized } }
    }
    let wrong = try directions.filter { direction in
      let run = try SceneRun("looking-round", given, seconds: 25) {
        $0.iron.hard = $0.iron.hard + direction * microtesla
      }
      return run.lies > 0
    }
    #expect(directions.count == 26)
    #expect(wrong.count <= (microtesla < 20 ? 1 : 0), "\(wrong)")
  }

  // The reading of a device that rests with the field of its calibration, and of one whose calibration has no field.
  @Test func aCalibrationWithoutAFieldIsNotConfirmedBeforeATurn() throws {
    let given = try #require(SceneCase.all.first)
    let known = try SceneRun("rest", given, seconds: 12)
    #expect(known.between(6).allSatisfy { $0.status == .accurate && $0.why.isEmpty })
    let unknown = try SceneRun("rest", given, seconds: 12, forgetsFieldOfCalibration: true)
    #expect(
      unknown.between(6).allSatisfy {
        $0.status == .uncertain && $0.why == [.calibrationUnconfirmed]
      })
    let turned = try SceneRun("turntable", given, seconds: 12, forgetsFieldOfCalibration: true)
    #expect(turned.between(10).allSatisfy { $0.status == .accurate })
  }

  // A gyro that ends at 250°/s misses a part of every turn: the attitude is given up and begun anew,
  // which takes two seconds after the turn.
  @Test(arguments: SceneCase.all) func aClippedGyroIsNotBelieved(given: SceneCase) throws {
    let run = try SceneRun("gyro-clipped", given, seconds: 35)
    #expect(run.between(5).filter { $0.status == .accurate }.worst < 5)
    #expect(run.lies == 0)
    #expect(run.moments.share { $0.status == .accurate } > 0.5)
    #expect(!run.moments.contains { $0.status == .interference })
  }

  // Without a gyro a turn's beginning is followed late: 0.3 s at up to 50°/s, with 20 samples a second.
  @Test(arguments: SceneCase.all, ["no-gyro", "gyro-lost"])
  func withoutAGyroTheFieldAloneLeads(given: SceneCase, scene: String) throws {
    let run = try SceneRun(scene, given, seconds: 60)
    let last = run.between(45)
    #expect(last.allSatisfy { $0.reading.source == .magnetometerAccelerometer })
    #expect(last.worst < 15)
    #expect(last.filter { !$0.isMoving }.rms < 5)
    #expect(run.lies == 0)
  }

  // Between two samples a second apart a device in the hand turns by tens of degrees: never accurate. A
  // turn's end is seen up to a second late, at some 30°/s.
  @Test(arguments: SceneCase.all) func oneSampleASecondIsNeverAccurate(given: SceneCase) throws {
    let run = try SceneRun("1hz", given, seconds: 40)
    #expect(run.between(5).allSatisfy { $0.status == .uncertain && !$0.why.contains(.warmingUp) })
    #expect(run.between(5).filter { !$0.isMoving }.rms < 15)
  }
}
