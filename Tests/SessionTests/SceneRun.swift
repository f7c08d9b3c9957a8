import Foundation
import Pipeline
import Quantities
import Session
import Simulation
import Testing
import Trace
import Wire

/// A device, a place and a noise for a scene.
struct SceneCase: Sendable, CustomTestStringConvertible {
  var chip: Chips
  var seed: UInt64
  /// Degrees north and east.
  var place: (latitude: Double, longitude: Double)
  var mount: Mount

  var testDescription: String { "\(chip.rawValue), seed \(seed)" }

  /// Two chips, each with a mount of its own and at a place of its own: London with a dip of 67° and
  /// hardly any declination, Cape Town with −65° and 26° west. `QIBLAD_SCENE_SEEDS=20` tries twenty
  /// noises instead of one.
  static let all: [SceneCase] = {
    let seeds = ProcessInfo.processInfo.environment["QIBLAD_SCENE_SEEDS"].flatMap(UInt64.init) ?? 1
    return (1...max(seeds, 1)).flatMap { seed in
      [
        SceneCase(
          chip: .icm20948, seed: seed, place: (51.5074, -0.1278),
          mount: Mount(
            turning: Quaternion(yaw: 1.9, pitch: -0.6, roll: 2.4),
            inertial: Quaternion(yaw: -2.7, pitch: 0.3, roll: 0.9))),
        SceneCase(
          chip: .bmi160BMM150, seed: seed, place: (-33.9249, 18.4241),
          mount: Mount(
            turning: Quaternion(yaw: -0.7, pitch: 1.2, roll: -1.1),
            inertial: Quaternion(yaw: 0.4, pitch: -0.8, roll: 3.0))),
      ]
    }
  }()
}

/// What the pipeline said of a scene, beside the truth.
struct SceneRun {
  /// One reading.
  struct Moment {
    /// s.
    var time: Double
    /// Degrees, heading less truth; `nil` without a heading of the forward axis.
    var error: Double?
    var reading: Reading
    var isMoving: Bool
    /// µT along the device's axes: what magnets really added.
    var added: Vector3

    var why: WhySet { reading.why }
    var status: Reading.Status { reading.status }

    /// Called accurate, and off by more than 10° and three times its error.
    var isLie: Bool {
      guard let error, let error68 = reading.error68Degrees else { return false }
      return status == .accurate && abs(error) > max(10, 3 * error68)
    }
  }

  private(set) var moments: [Moment] = []
  private(set) var states: [StateMessage] = []
  /// Degrees clockwise from true north.
  private let north: Double

  /// - Parameters:
  ///   - seconds: of the scene, from its beginning.
  ///   - forgetsFieldOfCalibration: whether the calibration does not say in which field it was made.
  ///   - change: of the device that the scene has.
  ///   - alter: a sample, and its time, s.
  init(
    _ name: String, _ given: SceneCase, seconds: Double, forgetsFieldOfCalibration: Bool = false,
    change: (inout Device) -> Void = { _ in },
    alter: (inout Sample, Double) -> Void = { _, _ in }
  ) throws {
    let scene = try #require(NamedScene.named(name))
    let place =
      try scene.place
      ?? Coordinates(latitude: given.place.latitude, longitude: given.place.longitude)
    var device = given.chip.device
    device.mount = given.mount
    change(&device)
    let setting = Scene.Setting(position: try Position(coordinates: place))
    let trace = NamedSceneTrace(scene, device: device, setting: setting)
    let field = scene.world(setting.earth).undisturbed
    north = atan2(field.y, field.x).inDegrees
    var header = trace.header(source: "a test")
    if forgetsFieldOfCalibration { header.initialState?.calibration?.radius = nil }
    var pipeline = Pipeline(RunOptions().settings(for: header))
    var timeline = Timeline()
    var truths: [(time: Timestamp, truth: SimulatedSamples.Truth)] = []
    for step in trace.samples(seed: given.seed) {
      var sample = step.sample
      alter(&sample, Double(sample.time.microseconds) / 1e6)
      guard Double(sample.time.microseconds) < seconds * 1e6 else { break }
      truths.append((sample.time, step.truth))
      while let tick = timeline.tick(before: sample.time) {
        process(&pipeline, .tick(tick), truths)
      }
      if let gap = timeline.accept(.sample(sample)) { process(&pipeline, gap, truths) }
      process(&pipeline, .sample(sample), truths)
    }
  }

  private mutating func process(
    _ pipeline: inout Pipeline, _ input: Input,
    _ truths: [(time: Timestamp, truth: SimulatedSamples.Truth)]
  ) {
    pipeline.process(input) { output in
      switch copy output {
      case .reading(let reading): note(reading, truths)
      case .state(let state): states.append(state)
      case .event, .qibla, .position, .field, .headingError, .sensors: break
      }
    }
  }

  /// A tick lies between the last two samples: the truth is turned from the one to the other.
  private mutating func note(
    _ reading: Reading, _ truths: [(time: Timestamp, truth: SimulatedSamples.Truth)]
  ) {
    guard let after = truths.last else { return }
    let before = truths.last { $0.time <= reading.time } ?? after
    let (from, to) = (heading(before.truth), heading(after.truth))
    let interval = after.time.seconds(since: before.time)
    let part = interval > 0 ? reading.time.seconds(since: before.time) / interval : 0
    var error: Double?
    if let heading = reading.headingMagnetic, reading.axis == .forward {
      let truth = from + part * RelativeBearing(degrees: to - from).degrees
      error = RelativeBearing(degrees: heading.degrees - truth).degrees
    }
    moments.append(
      Moment(
        time: Double(reading.time.microseconds) / 1e6, error: error, reading: reading,
        isMoving: before.truth.isMoving, added: before.truth.addedField))
  }

  /// Degrees, magnetic, of the undisturbed field.
  private func heading(_ truth: SimulatedSamples.Truth) -> Double {
    let forward = truth.attitude.rotate(Vector3(1, 0, 0))
    return atan2(forward.y, forward.x).inDegrees - north
  }
}

extension SceneRun {
  /// The moments from `start` on and before `end`, s.
  func between(_ start: Double, _ end: Double = .infinity) -> [Moment] {
    moments.filter { (start..<end).contains($0.time) }
  }

  var lies: Int { moments.count(where: \.isLie) }

  /// What states named as the kind of interference from `start` on and before `end`, s.
  func kinds(_ start: Double, _ end: Double = .infinity) -> Set<StateMessage.Interference.Kind> {
    Set(
      states.filter { (start..<end).contains(Double($0.time.microseconds) / 1e6) }
        .compactMap(\.interference.kind))
  }
}

extension SceneRun {
  /// The states from `start` on and before `end`, s, each with what magnets really added then.
  func disturbances(
    _ start: Double, _ end: Double
  ) -> [(state: StateMessage, added: Vector3)] {
    states.compactMap { state in
      let time = Double(state.time.microseconds) / 1e6
      guard (start..<end).contains(time), let moment = moments.last(where: { $0.time <= time })
      else { return nil }
      return (state, moment.added)
    }
  }
}

extension [SceneRun.Moment] {
  /// Degrees; infinite where one has no heading.
  var worst: Double { map { abs($0.error ?? .infinity) }.max() ?? .infinity }

  /// Degrees, of those that have a heading.
  var rms: Double {
    let errors = compactMap(\.error)
    return (errors.map { $0 * $0 }.reduce(0, +) / Double(Swift.max(errors.count, 1))).squareRoot()
  }

  /// The part of them of which this is true.
  func share(_ condition: (Element) -> Bool) -> Double {
    Double(count(where: condition)) / Double(Swift.max(count, 1))
  }

  /// The part of the moving ones whose error is within its 68 %; `nil` where nothing moves.
  var coverage: Double? {
    let moving = filter { $0.isMoving && $0.error != nil && $0.time >= 5 }
    guard !moving.isEmpty else { return nil }
    return moving.share { abs($0.error ?? .infinity) <= $0.reading.error68Degrees ?? 0 }
  }
}
