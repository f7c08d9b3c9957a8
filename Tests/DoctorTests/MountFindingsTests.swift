import Doctor
import Quantities
import Testing
import Wire

@Suite struct MountFindingsTests {
  private func findings(
    _ mount: StateMessage.Mount, board: String = "x -y -z"
  ) -> [Finding] {
    var seen = Observation(daemonSocket: "/run/q/stream.sock")
    seen.daemonDevices = DevicesMessage(
      sequence: 0, time: Timestamp(microseconds: 0), buses: [], devices: [])
    var state = stateMessage()
    state.mount = mount
    seen.daemonState = state
    (seen.mount.magnetometer, seen.mount.inertial) = (board, board)
    return Diagnosis(of: seen).findings.filter { $0.check == .mount }
  }

  @Test func theRemedyIsTheLineForTheConfiguration() throws {
    let wrong = findings(.init(isWrong: true, chip: .mag, turns: ["x -y -z"]))
    #expect(wrong.map(\.grade) == [.fault])
    #expect(
      wrong[0].remedy
        == "write magnetometer = \"x y z\" under [mount] and run qiblactl reload")
    let inertial = findings(.init(isWrong: true, chip: .accel, turns: ["x -y -z"]), board: "y x -z")
    #expect(inertial[0].remedy?.hasPrefix("write inertial = \"y -x z\" under") == true)
  }

  @Test func anAmbiguousMountGivesAllPossibleLines() {
    // Forward of the one is right of the other: whichever is wrong is turned back.
    let either = findings(.init(isWrong: true, turns: ["y -x z"]))
    #expect(
      either[0].remedy?.contains(
        "magnetometer = \"-y -x -z\" (or inertial = \"y x -z\", if the magnetometer's mount is right)"
      )
        == true)
    let four = findings(
      .init(isWrong: true, chip: .mag, turns: ["x -y -z", "-x y -z", "y x -z", "-y -x -z"]))
    #expect(four[0].remedy?.contains("find out which with qiblactl mount check") == true)
    #expect(findings(.init(isWrong: false, isUpsideDown: true)).map(\.grade) == [.warning])
  }

  @Test func mirroredAxesHaveNoRemedyByAMount() {
    let mirrored = findings(.init(isWrong: true, isMirrored: true))
    #expect(mirrored.map(\.grade) == [.fault] && mirrored[0].text.contains("mirror image"))
    #expect(mirrored[0].remedy?.contains("=") == false)
  }
}
