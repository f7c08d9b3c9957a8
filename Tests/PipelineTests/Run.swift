import Heading
import Quantities
import Simulation
import Wire

@testable import Pipeline

/// What a pipeline gave for samples, fed as a driver feeds them.
struct Run {
  var readings: [Reading] = []
  var states: [StateMessage] = []
  var events: [Event] = []
  var qiblas: [QiblaMessage] = []
  var positions: [PositionMessage] = []
  var fields: [FieldMessage] = []
  var choices: [SensorChoice] = []
  var headingErrors: [HeadingErrorMessage] = []
  /// For each reading, how many events were out before it.
  var eventsBefore: [Int] = []

  init(_ samples: some Sequence<Sample>, _ settings: PipelineSettings) {
    self.init(inputs: samples.lazy.map(Input.sample), settings)
  }

  init(inputs: some Sequence<Input>, _ settings: PipelineSettings) {
    var pipeline = Pipeline(settings)
    var timeline = Timeline()
    for input in inputs {
      while let tick = timeline.tick(before: input.time) { process(&pipeline, .tick(tick)) }
      if let gap = timeline.accept(input) { process(&pipeline, gap) }
      process(&pipeline, input)
    }
    while let tick = timeline.tickAtEnd() { process(&pipeline, .tick(tick)) }
  }

  private mutating func process(_ pipeline: inout Pipeline, _ input: Input) {
    pipeline.process(input) { output in
      switch copy output {
      case .reading(let reading):
        readings.append(reading)
        eventsBefore.append(events.count)
      case .state(let state): states.append(state)
      case .event(let event): events.append(event)
      case .qibla(let qibla): qiblas.append(qibla)
      case .position(let position): positions.append(position)
      case .field(let field): fields.append(field)
      case .sensors(let choice): choices.append(choice)
      case .headingError(let errors): headingErrors.append(errors)
      }
    }
  }

  /// The readings from `start` on and before `end`, s.
  func readings(from start: Double, to end: Double = .infinity) -> [Reading] {
    readings.filter { (start..<end).contains(Double($0.time.microseconds) / 1e6) }
  }

  /// The events of these names, in order.
  func events(_ names: Event.Name...) -> [Event] { events.filter { names.contains($0.name) } }
}

/// A device without noise that lies level, made by hand: 9.80665 m/s², and where nothing else is said
/// H 20 µT and 40 µT down, the mid-latitudes'.
struct LevelDevice {
  /// Degrees, magnetic.
  var heading = 30.0
  var rateHz = 50.0
  var hasForce = true
  var hasRate = true
  /// rad/s.
  var gyroBias = Vector3.zero
  /// µT: magnetic north, east, down.
  var earth = Vector3(20, 0, 40)

  /// One sample at `time`, s.
  func sample(at time: Double) -> Sample {
    var sample = Sample(time: Timestamp(microseconds: Int64((time * 1e6).rounded())))
    sample.magneticField = MagneticField(microtesla: field)
    // Resting, the axis that points up reads +9.8; z points down.
    if hasForce {
      sample.acceleration = Acceleration(metresPerSecondSquared: Vector3(0, 0, -9.80665))
    }
    if hasRate { sample.angularRate = AngularRate(radiansPerSecond: gyroBias) }
    return sample
  }

  /// The earth's field along the axes of a device that points `heading` to the right of it.
  private var field: Vector3 {
    let direction = Quaternion(yaw: heading.inRadians, pitch: 0, roll: 0).inverse
    return direction.rotate(earth)
  }

  /// Samples from `start` to `end`, s, both included.
  func samples(from start: Double = 0, to end: Double) -> [Sample] {
    (0...Int(((end - start) * rateHz).rounded())).map { sample(at: start + Double($0) / rateHz) }
  }
}

extension Sample {
  /// This sample with a fix.
  func with(_ fix: Fix) -> Sample {
    var sample = self
    sample.fix = fix
    return sample
  }
}

/// London, by hand, with a declination: everything that a pointer needs.
func settings(
  declination: Double? = 1.2, latitude: Double? = 51.5074, longitude: Double = -0.1278
) throws -> PipelineSettings {
  var settings = PipelineSettings()
  settings.calibration = .given
  settings.declination = try declination.map { try Declination(degrees: $0) }
  settings.position = try latitude.map {
    try Position(coordinates: try Coordinates(latitude: $0, longitude: longitude))
  }
  return settings
}

/// A 3D fix.
func fix(
  _ latitude: Double, _ longitude: Double, error: Double? = 5, utc: Int64? = nil
) throws -> Fix {
  let coordinates = try Coordinates(latitude: latitude, longitude: longitude)
  return Fix(
    mode: .threeDimensional(try Position(coordinates: coordinates, error68Metres: error)),
    utcMicroseconds: utc)
}

/// The codes of a set, in its order.
func codes(_ why: WhySet) -> [String] { why.map { $0.code.description } }
