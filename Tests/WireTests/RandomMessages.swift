import Randomness
import Quantities
import Wire

extension SeededGenerator {
  mutating func why() -> WhySet {
    var set = WhySet()
    for why in Why.allCases where Int.random(in: 0..<6, using: &self) == 0 { set.insert(why) }
    if Bool.random(using: &self) { set.reorder { $0.rawValue > $1.rawValue } }
    return set
  }

  mutating func time() -> Timestamp {
    Timestamp(microseconds: Int64.random(in: 0...10_000_000_000_000, using: &self))
  }

  mutating func azimuth<Reference: North>() -> Azimuth<Reference> {
    Azimuth(degrees: rounded(0...359.999, decimals: 3))
  }

  /// Any reading, of numbers that the protocol can carry without rounding them.
  mutating func reading() throws -> Reading {
    var reading = Reading(sequence: next() % 1_000_000_000, time: time())
    // From 1970 to 2200, on a millisecond.
    reading.utcMicroseconds = maybe {
      Int64.random(in: 0...7_258_118_400_000, using: &$0) * 1000
    }
    reading.headingMagnetic = maybe { $0.azimuth() }
    reading.headingTrue = maybe { $0.azimuth() }
    let declination = maybe { $0.rounded(-180...180, decimals: 3) }
    reading.declination = try declination.map { try Declination(degrees: $0) }
    reading.error68Degrees = maybe { $0.rounded(0.01...180, decimals: 2) }
    reading.turnRateDegreesPerSecond = maybe { $0.rounded(-2000...2000, decimals: 3) }
    reading.pitchDegrees = maybe { $0.rounded(-90...90, decimals: 3) }
    reading.rollDegrees = maybe { $0.rounded(-180...179.999, decimals: 3) }
    reading.axis = element(of: Reading.Axis.allCases)
    reading.source = element(of: Reading.Source.allCases)
    reading.sampleAgeMicroseconds = maybe { Int64.random(in: 0...5_000_000, using: &$0) }
    reading.status = element(of: Reading.Status.allCases)
    reading.why = why()
    reading.qibla = maybe { $0.azimuth() }
    reading.pointer = maybe { RelativeBearing(degrees: $0.rounded(-180...179.999, decimals: 3)) }
    reading.alignment = element(of: Reading.Alignment.allCases)
    return reading
  }

  mutating func event() -> Event {
    var event = Event(
      sequence: next() % 1_000_000, time: time(), name: element(of: Event.Name.allCases))
    event.haptic = maybe { $0.element(of: Haptic.allCases) }
    event.pointer = maybe { RelativeBearing(degrees: $0.rounded(-180...179.999, decimals: 3)) }
    event.axis = maybe { $0.element(of: Reading.Axis.allCases) }
    event.reason = maybe { $0.element(of: Event.GapReason.allCases) }
    if event.reason == nil {
      event.recordingEnd = maybe { $0.element(of: Event.RecordingEnd.allCases) }
    }
    event.applied = maybe { [$0.element(of: ["log", "target"])] } ?? []
    event.restart = maybe { [$0.element(of: ["gpsd", "target.method"]), "mount"] } ?? []
    event.file = maybe { "walk-\($0.next() % 100).jsonl.gz" }
    event.gapMicroseconds = maybe { Int64.random(in: 0...1_000_000_000, using: &$0) }
    return event
  }

  mutating func fieldMessage() -> FieldMessage {
    func field(_ random: inout SeededGenerator) -> FieldMessage.Field {
      .init(
        strength: random.maybe { $0.rounded(0...100, decimals: 2) },
        inclinationDegrees: random.maybe { $0.rounded(-90...90, decimals: 2) },
        horizontal: random.maybe { $0.rounded(0...100, decimals: 2) })
    }
    return FieldMessage(
      sequence: next() % 1_000_000, time: time(),
      status: element(of: StateMessage.Interference.Status.allCases),
      kind: maybe { $0.element(of: StateMessage.Interference.Kind.allCases) },
      vector: maybe { $0.vector(decimals: 2) }, measured: field(&self), reference: field(&self),
      expected: field(&self),
      disturbance: maybe { $0.vector(decimals: 1) }.map { .init(x: $0.x, y: $0.y, z: $0.z) })
  }

  mutating func raw() -> RawMessage {
    RawMessage(
      sequence: next() % 1_000_000, time: time(), id: Int(next() % 65_536),
      magneticField: maybe { $0.vector(decimals: 3) },
      acceleration: maybe { $0.vector(decimals: 4) },
      angularRate: maybe { $0.vector(decimals: 4) },
      temperatureCelsius: maybe { $0.rounded(-40...85, decimals: 2) })
  }

  private mutating func vector(decimals: Int) -> Vector3 {
    Vector3(
      rounded(-100...100, decimals: decimals), rounded(-100...100, decimals: decimals),
      rounded(-100...100, decimals: decimals))
  }

  mutating func qibla() throws -> QiblaMessage {
    let bearing: Azimuth<TrueNorth>? = maybe { $0.azimuth() }
    return QiblaMessage(
      sequence: next() % 1_000_000, time: time(), bearing: bearing,
      // The method goes with the bearing.
      method: bearing == nil ? nil : element(of: QiblaMessage.Method.allCases),
      bearings: .init(
        greatCircle: maybe { $0.azimuth() }, geodesic: maybe { $0.azimuth() },
        rhumb: maybe { $0.azimuth() }),
      distanceKilometres: rounded(0...20_000, decimals: 3),
      error68Degrees: maybe { $0.rounded(0.01...180, decimals: 2) },
      note: element(of: QiblaMessage.Note.allCases),
      positionStatus: maybe { $0.element(of: StateMessage.Position.Status.allCases) },
      target: QiblaMessage.Target(
        name: element(of: ["Kaaba", "الكعبة", "a \"quoted\"\n\u{1}name\\", ""]),
        coordinates: try Coordinates(
          latitude: rounded(-90...90, decimals: 7), longitude: rounded(-180...180, decimals: 7))))
  }

  mutating func position() throws -> PositionMessage {
    let coordinates = try Coordinates(
      latitude: rounded(-90...90, decimals: 7), longitude: rounded(-180...180, decimals: 7))
    let position = try Position(
      coordinates: coordinates, altitudeMetres: maybe { $0.rounded(-430...9000, decimals: 1) },
      error68Metres: maybe { $0.rounded(0...1000, decimals: 1) })
    return PositionMessage(
      sequence: next() % 1_000_000, time: time(),
      status: element(of: StateMessage.Position.Status.allCases), position: maybe { _ in position },
      ageSeconds: maybe { $0.rounded(0...100_000, decimals: 1) }, course: maybe { $0.azimuth() },
      speedMetresPerSecond: maybe { $0.rounded(0...500, decimals: 2) })
  }

  mutating func state() -> StateMessage {
    StateMessage(
      sequence: next() % 1_000_000, time: time(), status: element(of: Reading.Status.allCases),
      why: why(),
      calibration: .init(
        status: element(of: StateMessage.Calibration.Status.allCases),
        grade: maybe { $0.element(of: ["A", "F", "given"]) }),
      interference: .init(
        status: element(of: StateMessage.Interference.Status.allCases),
        kind: maybe { $0.element(of: StateMessage.Interference.Kind.allCases) },
        disturbance: maybe {
          .init(
            x: $0.rounded(-5000...5000, decimals: 1), y: $0.rounded(-5000...5000, decimals: 1),
            z: $0.rounded(-5000...5000, decimals: 1))
        },
        strengthPercent: maybe { $0.rounded(-100...1000, decimals: 1) },
        inclinationErrorDegrees: maybe { $0.rounded(-180...180, decimals: 1) }),
      position: .init(
        status: element(of: StateMessage.Position.Status.allCases),
        ageSeconds: maybe { $0.rounded(0...100_000, decimals: 1) },
        error68Metres: maybe { $0.rounded(0...100_000, decimals: 1) }),
      declination: .init(
        model: maybe { $0.element(of: ["manual", "WMM2025"]) }, valid: Bool.random(using: &self),
        error68Degrees: maybe { $0.rounded(0.01...180, decimals: 2) }),
      sensors: StateMessage.Sensor.Kind.allCases.map { kind in
        .init(kind: kind, rateHz: maybe { $0.rounded(0...1000, decimals: 1) })
      })
  }
}
