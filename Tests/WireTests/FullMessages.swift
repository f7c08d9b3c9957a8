import JSON
import Quantities

@testable import Wire

/// Messages with every member that they can have.
enum FullMessages {
  private static let time = Timestamp(microseconds: 1)

  @Sendable static func reading() throws -> [UInt8] {
    var reading = Reading(sequence: 1, time: time)
    reading.utcMicroseconds = 0
    reading.headingMagnetic = Azimuth(degrees: 1)
    reading.headingTrue = Azimuth(degrees: 2)
    reading.declination = try Declination(degrees: 1)
    reading.error68Degrees = 1
    reading.turnRateDegreesPerSecond = 1
    reading.pitchDegrees = 1
    reading.rollDegrees = 1
    reading.sampleAgeMicroseconds = 1
    reading.qibla = Azimuth(degrees: 3)
    reading.pointer = RelativeBearing(degrees: 1)
    return reading.line
  }

  @Sendable static func state() -> [UInt8] {
    var calibration = StateMessage.Calibration(status: .ok, grade: "A")
    (calibration.ageSeconds, calibration.residualPercent) = (1, 1)
    (calibration.coveragePercent, calibration.profile) = (1, "default")
    calibration.check = HeadingCheckResult(
      kind: .turn, errorDegrees: 1, error68Degrees: 1, agrees: true, isConstantUnknown: true,
      utcMicroseconds: 1_795_000_000_000_000)
    let state = StateMessage(
      sequence: 1, time: time, status: .accurate, why: [],
      calibration: calibration,
      interference: .init(
        status: .disturbed, kind: .place, disturbance: .init(x: 1, y: 1, z: 1),
        strengthPercent: 1, inclinationErrorDegrees: 1),
      position: .init(status: .fix3D, ageSeconds: 1, error68Metres: 1),
      declination: .init(model: "manual", valid: true, error68Degrees: 1),
      sensors: [
        .init(kind: .mag, rateHz: 1, id: 1, isPrimary: true, disagreementDegrees: 1)
      ],
      mount: .init(
        isWrong: true, chip: .mag, isMirrored: false, turns: ["x -y -z"], isUpsideDown: true))
    var writer = JSONWriter(capacity: 256)
    state.encode(into: &writer, live: LiveState(clients: 1, recording: "a"))
    return writer.bytes
  }

  @Sendable static func calibration() -> [UInt8] {
    var message = CalibrationMessage(
      sequence: 1, time: time, status: .collecting, profile: "default")
    (message.samples, message.coverage, message.coveragePercent) = (1, "1", 1)
    (message.nextPose, message.advice) = ("tumble", "a")
    (message.restsSeen, message.restsWanted) = (1, 6)
    (message.residualPercent, message.radiusMicrotesla, message.condition) = (1, 1, 1)
    (message.grade, message.error68Degrees, message.reasons) = ("A", 1, ["a"])
    return message.line
  }

  @Sendable static func event() -> [UInt8] {
    var event = Event(sequence: 1, time: time, name: .gap)
    event.haptic = .left
    event.pointer = RelativeBearing(degrees: 1)
    event.axis = .back
    event.reason = .silence
    event.device = .mag
    event.gapMicroseconds = 1
    (event.grade, event.coveragePercent, event.profile) = ("A", 1, "default")
    (event.reasons, event.file) = (["a"], "a")
    (event.applied, event.restart) = (["log"], ["gpsd"])
    return event.line
  }

  @Sendable static func field() -> [UInt8] {
    let field = FieldMessage.Field(strength: 1, inclinationDegrees: 1, horizontal: 1)
    return FieldMessage(
      sequence: 1, time: time, status: .disturbed, kind: .place, vector: Vector3(1, 1, 1),
      measured: field, reference: field, expected: field,
      disturbance: .init(x: 1, y: 1, z: 1)
    ).line
  }

  @Sendable static func raw() -> [UInt8] {
    RawMessage(
      sequence: 1, time: time, id: 1, magneticField: .zero, acceleration: .zero, angularRate: .zero,
      temperatureCelsius: 25
    ).line
  }

  @Sendable static func qibla() throws -> [UInt8] {
    QiblaMessage(
      sequence: 1, time: time, bearing: Azimuth(degrees: 1), method: .rhumb,
      bearings: .init(
        greatCircle: Azimuth(degrees: 1), geodesic: Azimuth(degrees: 2), rhumb: Azimuth(degrees: 3)),
      distanceKilometres: 1,
      error68Degrees: 1, note: .none, positionStatus: .manual,
      target: .init(name: "a", coordinates: try Coordinates(latitude: 1, longitude: 1))
    ).line
  }
}

extension FullMessages {
  @Sendable static func position() throws -> [UInt8] {
    PositionMessage(
      sequence: 1, time: Timestamp(microseconds: 1), status: .fix3D,
      position: try Position(
        coordinates: try Coordinates(latitude: 1, longitude: 1), altitudeMetres: 1,
        error68Metres: 1),
      ageSeconds: 1, course: Azimuth(degrees: 1), speedMetresPerSecond: 1
    ).line
  }
}

extension JSONValue {
  /// The names of all members, those of inner objects behind their object's: `position.age_s`.
  var memberPaths: [String] {
    (members ?? []).flatMap { member -> [String] in
      if member.value.members != nil {
        return member.value.memberPaths.map { "\(member.key).\($0)" }
      }
      if let first = member.value.array?.first, first.members != nil {
        return first.memberPaths.map { "\(member.key)[].\($0)" }
      }
      return [member.key]
    }
  }
}
