import Doctor
import GPSD
import Testing

struct GPSDFindingsTests {
  private func finding(
    _ gpsd: GPSDObservation, isPlaceGiven: Bool = false
  ) throws -> Finding {
    let seen = Observation(gpsd: gpsd, isPlaceGiven: isPlaceGiven)
    return try #require(Diagnosis(of: seen).findings.about(.gpsd).first)
  }

  @Test func aFixNeedsNoRemedy() throws {
    let finding = try finding(GPSDObservation(status: .fix))
    #expect(finding.grade == .ok && finding.remedy == nil)
  }

  @Test(
    arguments: [
      (true as Bool?, "sudo systemctl enable --now gpsd.socket"),
      (false, "sudo apt-get install gpsd"),
    ])
  func theRemedyOfAMissingGPSDIsToStartOrInstallIt(isInstalled: Bool?, remedy: String) throws {
    let gpsd = GPSDObservation(
      status: .unreachable(reason: "localhost port 2947: refused"), isInstalled: isInstalled)
    let byHand = "; without a receiver, give the place: sudo qiblactl setup"
    #expect(try finding(gpsd).remedy == remedy + byHand)
    #expect(try finding(gpsd, isPlaceGiven: true).remedy == remedy)
    #expect(try finding(gpsd).grade == .fault)
    #expect(try finding(gpsd).text.contains("localhost port 2947"))
    // Where the place is given by hand there is a true heading without it.
    #expect(try finding(gpsd, isPlaceGiven: true).grade == .warning)
  }

  // A command for this machine would not help.
  @Test(arguments: [
    (GPSDStatus.unreachable(reason: "boat port 2947: r", obstacle: .refused), "on boat let gpsd"),
    (.unreachable(reason: "r", obstacle: .noAnswer), "firewall"),
    (.unreachable(reason: "r", obstacle: .unknownHost), "getent hosts boat"),
    (.unreachable(reason: "r", obstacle: .notGPSD), "see on boat"), (.hangs, "on boat: systemctl"),
    (.noReceiver, "/etc/default/gpsd"),
  ])
  func theRemedyOfARemoteGPSDIsForThatMachine(_ status: GPSDStatus, _ words: String) throws {
    let remedy = try #require(
      try finding(GPSDObservation(status: status, remoteHost: "boat")).remedy)
    #expect(remedy.contains(words) && remedy.contains("boat") && !remedy.hasPrefix("sudo"))
  }

  @Test func aHangingGPSDIsRestartedAndASilentReceiverIsConfigured() throws {
    #expect(
      try finding(GPSDObservation(status: .hangs)).remedy == "sudo systemctl restart gpsd")
    #expect(
      try finding(GPSDObservation(status: .noReceiver)).remedy?.contains("/etc/default/gpsd")
        == true)
  }

  @Test func aReceiverWithoutAFixIsNoFault() throws {
    #expect(try finding(GPSDObservation(status: .noFix)).grade == .warning)
  }

  @Test func aRejectedFixIsReported() {
    let seen = Observation(gpsd: GPSDObservation(status: .fix, fault: .weekRollover(1)))
    let findings = Diagnosis(of: seen).findings
    #expect(findings.map(\.grade) == [.ok, .warning])
    #expect(findings.last?.text.contains("1024 weeks") == true)
  }

  @Test func withGPSDSwitchedOffThereIsNoFinding() {
    #expect(Diagnosis(of: Observation()).findings.about(.gpsd).isEmpty)
  }
}
