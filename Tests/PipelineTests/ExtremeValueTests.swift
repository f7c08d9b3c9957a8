import JSON
import Quantities
import Randomness
import Testing
import Wire

@testable import Pipeline

/// What a reader lets through, the pipeline and the encoder must bear.
@Suite struct ExtremeValueTests {
  private func lines(_ samples: [Sample], isMicrotesla: Bool) -> Int {
    var settings = PipelineSettings()
    settings.calibration = .given
    settings.isMicrotesla = isMicrotesla
    var pipeline = Pipeline(settings)
    var timeline = Timeline()
    var writer = JSONWriter()
    var count = 0
    func emit(_ output: borrowing Output) {
      writer.removeAll()
      switch copy output {
      case .reading(let reading): reading.encode(into: &writer)
      case .state(let state): state.encode(into: &writer)
      case .event(let event): event.encode(into: &writer)
      case .qibla(let qibla): qibla.encode(into: &writer)
      case .position(let position): position.encode(into: &writer)
      case .field(let field): field.encode(into: &writer)
      case .headingError(let errors): errors.encode(into: &writer)
      case .sensors: return
      }
      count += 1
    }
    for sample in samples {
      while let tick = timeline.tick(before: sample.time) {
        pipeline.process(.tick(tick), emit: emit)
      }
      if let gap = timeline.accept(.sample(sample)) { pipeline.process(gap, emit: emit) }
      pipeline.process(.sample(sample), emit: emit)
    }
    return count
  }

  @Test(arguments: 0..<8)
  func anyValueThatATraceMayHoldIsBorne(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func vector(_ limit: Double, _ random: inout SeededGenerator) -> Vector3 {
      let scale = min(random.element(of: [0, 1e-300, 1e-20, 1e-6, 1, 50, 1e3, 1e4, 1e6]), limit)
      return Vector3(
        random.double(-1...1) * scale, random.double(-1...1) * scale,
        random.element(of: [0, 1, -1]) * scale)
    }
    var time: Int64 = 0
    let samples = try (0..<300).map { _ in
      time += random.element(of: [0, 1, 20_000, 20_000, 20_000, 700_000, 6_000_000])
      if random.next() % 97 == 0 { time = Int64(random.double(0...1e13)) }
      var sample = Sample(time: Timestamp(microseconds: time))
      sample.magneticField = random.maybe { MagneticField(microtesla: vector(1e6, &$0)) }
      sample.acceleration = random.maybe {
        Acceleration(metresPerSecondSquared: vector(1e4, &$0))
      }
      sample.angularRate = random.maybe { AngularRate(radiansPerSecond: vector(1e3, &$0)) }
      if random.next() % 11 == 0 {
        let place = try Coordinates(
          latitude: random.element(of: [-90, 0, 21.4225241, 90]),
          longitude: random.element(of: [-180, 39.8261818, 180]))
        sample.fix = Fix(
          mode: .twoDimensional(
            try Position(
              coordinates: place,
              error68Metres: random.element(of: [0, 1e-9, Position.largestError]))),
          utcMicroseconds: Int64(random.double(-1e17...1e17)))
      }
      return sample
    }
    #expect(lines(samples, isMicrotesla: random.next() % 2 == 0) > 0)
  }

  @Test func aCalibrationOfGradeFIsRejected() throws {
    var settings = PipelineSettings()
    settings.calibration = Calibration(hardIron: .zero, softIron: .identity, grade: .f)
    var pipeline = Pipeline(settings)
    pipeline.process(
      .sample(
        Sample(
          time: Timestamp(microseconds: 0),
          magneticField: MagneticField(microtesla: Vector3(20, 0, 40)),
          acceleration: Acceleration(metresPerSecondSquared: Vector3(0, 0, -9.8))))
    ) { _ in }
    var calibration: StateMessage.Calibration?
    var status: Reading.Status?
    pipeline.process(.tick(Timestamp(microseconds: 0))) { output in
      switch copy output {
      case .state(let state): calibration = state.calibration
      case .reading(let reading): status = reading.status
      case .event, .qibla, .position, .field, .headingError, .sensors: break
      }
    }
    #expect(calibration == StateMessage.Calibration(status: .rejected, grade: "F"))
    #expect(status == .calibrating)
  }
}
