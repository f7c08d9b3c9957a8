import Foundation
import Glibc
import TestFiles
import Testing

/// `qiblactl mount guess`: the mount from a recording.
@Suite(.timeLimit(.minutes(5))) struct MountGuessCommandTests {
  /// A device that is tumbled in a field that dips by 60°; its magnetometer is wired by `wiring`.
  ///
  /// Level for 2 s, its nose up by 45° for 2 s, then turned about all axes; the chip's z points up.
  ///
  /// - Parameters:
  ///   - rest: how much longer each of the poses is held, s.
  ///   - hasGyro: whether the turn rates are recorded as well.
  ///   - start: the instant of `t` 0 on the daemon's clock, s.
  ///   - other: the wiring of a magnetometer that is heard first, and silent from 1 to 3 s, so that the one of `wiring`
  ///     takes over; `nil` without.
  private func trace(
    _ directory: TemporaryDirectory, rest: Double = 0, hasGyro: Bool = false, start: Int = 0,
    wiring: ([Double]) -> [Double] = { $0 }, other: (([Double]) -> [Double])? = nil
  ) throws -> String {
    var lines = [
      #"{"trace":1,"name":"tumbled","mag_calibrated":true,"start_us":\#(start * 1_000_000)}"#
    ]
    for index in 0..<Int(600 + 80 * rest) {
      let t = Double(index) * 0.05
      let moved = t < 2 + rest ? 0 : max(2, t - 2 * rest)
      let (pitch, roll, yaw) = pose(moved)
      let field = inChip([24, 0, 41.57], pitch, roll, yaw)
      let force = inChip([0, 0, -9.8], pitch, roll, yaw)
      let gyro = hasGyro ? #","gyro":\#(turnRate(moved))"# : ""
      var measured = #""accel":\#(force)\#(gyro)"#
      if let other {
        if !(1..<3).contains(t) { measured += #","mag":\#(other(field))"# }
        lines.append(#"{"t":\#(t),\#(measured)}"#)
        lines.append(#"{"t":\#(t),"id":1,"mag":\#(wiring(field))}"#)
      } else {
        lines.append(#"{"t":\#(t),"mag":\#(wiring(field)),\#(measured)}"#)
      }
    }
    return try directory.file("tumbled.jsonl", lines.text)
  }

  /// rad/s along the chip's axes, from the rates of pitch, roll and yaw.
  private func turnRate(_ t: Double) -> [Double] {
    let (pitch, roll, _) = pose(t)
    guard t >= 4 else { return [0, 0, 0] }
    let (before, after) = (pose(t - 1e-3), pose(t + 1e-3))
    let pitching = (after.0 - before.0) / 2e-3
    let rolling = (after.1 - before.1) / 2e-3
    let yawing = (after.2 - before.2) / 2e-3
    let x = rolling - yawing * sin(pitch)
    let y = pitching * cos(roll) + yawing * cos(pitch) * sin(roll)
    let z = yawing * cos(pitch) * cos(roll) - pitching * sin(roll)
    return [x, -y, -z]
  }

  private func pose(_ t: Double) -> (Double, Double, Double) {
    if t < 2 { return (0, 0, 1) }
    if t < 4 { return (.pi / 4, 0, 1) }
    return (0.8 * sin(0.7 * t), 1.2 * sin(0.4 * t), 1 + 0.5 * t)
  }

  /// North-east-down to the chip's axes: x forward, y left, z up.
  private func inChip(_ v: [Double], _ pitch: Double, _ roll: Double, _ yaw: Double) -> [Double] {
    let a = [cos(yaw) * v[0] + sin(yaw) * v[1], -sin(yaw) * v[0] + cos(yaw) * v[1], v[2]]
    let b = [cos(pitch) * a[0] - sin(pitch) * a[2], a[1], sin(pitch) * a[0] + cos(pitch) * a[2]]
    let c = [b[0], cos(roll) * b[1] + sin(roll) * b[2], -sin(roll) * b[1] + cos(roll) * b[2]]
    return [c[0], -c[1], -c[2]]
  }

  private func guess(_ trace: String, _ options: [String]) async throws
    -> (status: Int32, output: String, errors: String)
  {
    try await finished("qiblactl", ["mount", "guess", trace] + options)
  }

  private let poses = ["--level", "0..1.9", "--nose-up", "2.1..3.9"]

  @Test func theFoundMountIsPrintedAsAHeaderAndAsAConfiguration() async throws {
    let directory = try TemporaryDirectory()
    // The magnetometer's x is the chip's y, its y against the chip's x.
    let path = try trace(directory) { [$0[1], -$0[0], $0[2]] }
    let run = try await guess(path, poses + ["--position", "48.2,16.4"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let mount = #""mount":{"mag":[[0,-1,0],[-1,0,0],[0,0,-1]],"imu":[[1,0,0],[0,-1,0],[0,0,-1]]}"#
    #expect(run.output.contains(mount), "\(run.output)")
    #expect(run.output.contains("not mirrored: the field's inclination is 60 degrees"))
    let configuration = """
      [mount]
      magnetometer = "-y -x -z"  # flat, components up, y arrow back
      inertial = "x -y -z"  # flat, components up, x arrow forward

      """
    #expect(run.output.hasSuffix(configuration), "\(run.output)")
    let json = try await guess(path, poses + ["--json"])
    let line = try #require(Line.split(json.output).first)
    #expect(json.output.contains(mount) && line.string("handedness") == "unchecked")
  }

  // A daemon's recording has its instants on the daemon's clock, which begins with the machine's start.
  @Test func thePosesOfADaemonsRecordingAreCountedFromItsStart() async throws {
    let directory = try TemporaryDirectory()
    let plain = try await guess(try trace(directory), poses)
    let run = try await guess(try trace(directory, start: 500), poses)
    #expect(run.status == 0 && run.output == plain.output, "\(run.errors)")
    let after = try await guess(try trace(directory, start: 500), ["--level", "501..502"])
    #expect(after.errors.contains("it ends after 30.0 s"), "\(after.errors)")
  }

  @Test func withoutAPoseTheReportNamesWhatIsNotKnown() async throws {
    let directory = try TemporaryDirectory()
    let path = try trace(directory)
    let none = try await guess(path, [])
    #expect(none.status == 0 && none.output.contains("give --level and --nose-up"))
    #expect(!none.output.contains("\"mount\""))
    let whole = try await guess(path, poses)
    #expect(
      whole.output.hasSuffix(
        "[mount]\nboard = \"x -y -z\"  # flat, components up, x arrow forward\n"))
    let level = try await guess(path, ["--level", "0..1.9"])
    #expect(level.output.split(separator: "\n").count { $0.hasPrefix("\"mount\"") } == 4)
  }

  @Test(arguments: [[], ["--nose-up", "2.1..3.9"]])
  func theNameOfABoardStaysBeforeTheAxesOfARecording(more: [String]) async throws {
    let directory = try TemporaryDirectory()
    let run = try await guess(try trace(directory), ["--level", "0..1.9"] + more)
    let words = "keep the name before the axes, as in \"sparkfun-19895 x -y -z\"\n"
    #expect(run.output.ranges(of: words).count == 1, "\(run.output)")
  }

  @Test func aMirroredMagnetometerIsRefusedInOneLine() async throws {
    let directory = try TemporaryDirectory()
    let path = try trace(directory) { [$0[0], $0[2], $0[1]] }
    let run = try await guess(path, ["--position", "48.2,16.4", "--json"])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains("that can't be a mount: an axis is swapped or negated"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func aRecordingWithTooLittleMotionIsRefused() async throws {
    let run = try await guess(Recordings.bundle, [])
    #expect(run.status == 1 && run.errors.contains("too few samples"), "\(run.errors)")
  }

  @Test func aPoseThatMovesOrIsNotRecordedIsReported() async throws {
    let directory = try TemporaryDirectory()
    let path = try trace(directory)
    let moved = try await guess(path, ["--level", "0..3.9"])
    #expect(moved.status == 1 && moved.errors.contains("was not still"), "\(moved.errors)")
    let after = try await guess(path, ["--level", "9000..9001"])
    #expect(
      after.status == 1 && after.errors.contains("it ends after"), "\(after.errors)")
    #expect(Line.split(after.errors).count == 1)
  }

  @Test func poseOptionsAreChecked() async throws {
    for options in [["--level", "3..1"], ["--level", "3"], ["--nose-up", "1..2"]] {
      #expect(try await guess(Recordings.bundle, options).status == 64)
    }
  }

  /// Starts the guide with a daemon whose device lies level for 22 s, stands with its nose up for 22 s and is then turned
  /// for over a minute; four times as fast.
  ///
  /// - Parameters:
  ///   - live: a daemon without a recording, to which the guide's commands go in place of that one.
  ///   - other: the wiring of a magnetometer that is heard first and does not make the heading; `nil` without.
  private func guide(
    _ directory: TemporaryDirectory, live: RunningDaemon? = nil,
    other: (([Double]) -> [Double])? = nil
  ) async throws
    -> (daemon: RunningDaemon, client: StreamClient, program: Program, enter: PipeEnds)
  {
    // The magnetometer's x is the chip's y, its y against the chip's x.
    let path = try trace(
      directory, rest: 20, hasGyro: true, wiring: { [$0[1], -$0[0], $0[2]] }, other: other)
    let daemon = try await RunningDaemon.start(
      ["--replay", path, "--speed", "4", "--position", "48.2,16.4"])
    let client = try daemon.client()
    try client.watch(["raw"])
    let enter = try PipeEnds()
    var sockets = daemon.directory.path
    if let live {
      sockets = directory.path
      for (name, owner) in [("stream.sock", daemon), ("control.sock", live)] {
        try #require(symlink(owner.directory.path + "/" + name, sockets + "/" + name) == 0)
      }
    }
    let program = try Program(
      "qiblactl", ["mount", "guess", "--socket-dir", sockets],
      input: .descriptor(enter.reading))
    return (daemon, client, program, enter)
  }

  /// Waits until the guide asks for something and the replay has come so far, s; then presses Enter.
  private func press(
    _ guide: (daemon: RunningDaemon, client: StreamClient, program: Program, enter: PipeEnds),
    when words: String, after seconds: Double
  ) async throws {
    try await eventually("the prompt \(words)") { guide.program.errors.contains(words) }
    _ = try await guide.client.lines("the pose") { lines in
      lines.contains { ($0.number("t_us") ?? 0) > seconds * 1e6 }
    }
    try #require(write(guide.enter.writing, "\n", 1) == 1)
  }

  @Test func theGuideAsksForEachPoseAndFindsTheMountOfTheRunningDaemon() async throws {
    let directory = try TemporaryDirectory()
    let guide = try await guide(directory)
    try await press(guide, when: "Put the device level", after: 0.5)
    try await press(guide, when: "Raise its front end", after: 22.5)
    try await press(guide, when: "Press Enter, then turn the device for 20 s", after: 44.5)
    #expect(try await guide.program.ended() == 0, "\(guide.program.errors)")
    let output = String(decoding: guide.program.output, as: UTF8.self)
    #expect(output.contains("not mirrored: the field's inclination is 60 degrees"), "\(output)")
    #expect(
      output.contains("magnetometer = \"-y -x -z\"") && output.contains("inertial = \"x -y -z\""))
    // A recording has its own mount: there is nothing to set.
    #expect(!guide.program.errors.contains("Use it now?"))
  }

  @Test func ofTwoMagnetometersTheGuideMeasuresTheOneThatMakesTheHeading() async throws {
    let directory = try TemporaryDirectory()
    let guide = try await guide(directory, other: { $0 })
    try await press(guide, when: "Put the device level", after: 5)
    try await press(guide, when: "Raise its front end", after: 22.5)
    try await press(guide, when: "Press Enter, then turn the device for 20 s", after: 44.5)
    #expect(try await guide.program.ended() == 0, "\(guide.program.errors)")
    let output = String(decoding: guide.program.output, as: UTF8.self)
    #expect(output.contains("magnetometer = \"-y -x -z\""), "\(output)")
  }

  @Test(arguments: [("y", true), ("n", false), ("", false)])
  func theMountThatIsFoundIsUsedWhereTheUserAgrees(answer: String, isUsed: Bool) async throws {
    let directory = try TemporaryDirectory()
    let settings = try directory.file(
      "qiblad.toml", "[sensors]\nbus = \"none\"\n[gpsd]\nenabled = false\n")
    let live = try await RunningDaemon.start(
      ["--config", settings, "--state-dir", directory.path + "/state"])
    let guide = try await guide(directory, live: live)
    try await press(guide, when: "Put the device level", after: 0.5)
    try await press(guide, when: "Raise its front end", after: 22.5)
    try await press(guide, when: "Press Enter, then turn the device for 20 s", after: 44.5)
    try await eventually("the question") { guide.program.errors.contains("Use it now? [y/N]") }
    let before = try await shownMount(live)
    try #require(write(guide.enter.writing, answer + "\n", answer.utf8.count + 1) > 0)
    #expect(try await guide.program.ended() == 0, "\(guide.program.errors)")
    let after = try await shownMount(live)
    #expect((after != before) == isUsed)
    #expect(after.contains("-y -x -z") == isUsed, "\(after)")
    #expect(guide.program.errors.contains("To keep it: sudo qiblactl mount set") == isUsed)
  }

  /// What a daemon uses, as `qiblactl mount show` prints it.
  private func shownMount(_ daemon: RunningDaemon) async throws -> String {
    let shown = try await finished(
      "qiblactl", ["mount", "show", "--json", "--socket-dir", daemon.directory.path])
    try #require(shown.status == 0, "\(shown.errors)")
    return shown.output
  }

  @Test func aPoseOfTheGuideThatIsNotHeldIsSaid() async throws {
    let directory = try TemporaryDirectory()
    let guide = try await guide(directory)
    try await press(guide, when: "Put the device level", after: 44.5)
    #expect(try await guide.program.ended() == 1)
    #expect(guide.program.errors.contains("was not still"), "\(guide.program.errors)")
    #expect(guide.program.output.isEmpty)
  }

  @Test func theEndOfTheInputEndsTheGuideInOneLine() async throws {
    let directory = try TemporaryDirectory()
    let guide = try await guide(directory)
    try await press(guide, when: "Put the device level", after: 0.5)
    try await eventually("the second prompt") {
      guide.program.errors.contains("Raise its front end")
    }
    guide.enter.closeWriting()
    #expect(try await guide.program.ended() == 1)
    #expect(guide.program.errors.contains("the input ended before everything was measured"))
    #expect(guide.program.output.isEmpty)
  }
}
