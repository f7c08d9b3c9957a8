import Doctor
import GPSD
import Testing

/// What doctor says of the machine around the daemon.
struct MachineFindingsTests {
  private func findings(
    _ check: Finding.Check, _ change: (inout Observation) -> Void
  ) -> [Finding] {
    var seen = Observation()
    seen.machine.hasService = true
    change(&seen)
    return Diagnosis(of: seen).findings.about(check)
  }

  private func service(_ text: String, _ change: (inout Observation) -> Void = { _ in })
    -> [Finding]
  {
    findings(.service) {
      $0.machine.service = ServiceState(parsing: text)
      change(&$0)
    }
  }

  @Test func aServiceThatRunsAsInstalledNeedsNoLine() {
    // `systemctl show` of the unit as it is installed, systemd 252
    let text = """
      ActiveState=active
      Result=success
      ExecMainStatus=0
      NRestarts=0
      PrivateDevices=no
      DevicePolicy=closed
      DeviceAllow=char-i2c rw
      DeviceAllow=char-gpiochip rw
      IPAddressAllow=127.0.0.0/8 ::1/128
      IPAddressDeny=::/0 0.0.0.0/0
      """
    #expect(service(text).isEmpty)
    #expect(ServiceState(parsing: text).isLocal)
  }

  @Test(arguments: [
    ("exit-code", 78, "configuration", "qiblad --check-config"),
    ("exit-code", 64, "command line", "ExecStart="),
    ("exit-code", 1, "exit status 1", "journalctl"),
    ("watchdog", 6, "watchdog", "journalctl"), ("signal", 11, "signal 11", "journalctl"),
    ("oom-kill", 9, "oom-kill", "journalctl"),
  ])
  func theLastFailureOfTheServiceIsAFaultWithItsReason(
    _ result: String, _ status: Int, _ words: String, _ remedy: String
  ) throws {
    let text = "ActiveState=failed\nResult=\(result)\nExecMainStatus=\(status)"
    let finding = try #require(service(text).first)
    #expect(finding.grade == .fault && finding.text.contains(words))
    #expect(finding.remedy?.contains(remedy) == true)
    let restart = "sudo systemctl restart qiblad.socket qiblad-control.socket qiblad"
    #expect(finding.remedy?.hasSuffix(restart) == true)
  }

  @Test func aServiceThatIsOnlyStoppedIsNotCalledFailed() {
    #expect(service("ActiveState=inactive\nResult=success").isEmpty)
    let idle = findings(.daemon) {
      $0.machine.service = ServiceState(parsing: "ActiveState=inactive\nResult=success")
    }
    #expect(idle.first?.remedy?.contains("enable --now qiblad") == true)
  }

  @Test func restartsByTheManagerAreAWarning() throws {
    let finding = try #require(service("ActiveState=active\nNRestarts=3").first)
    #expect(finding.grade == .warning && finding.text.contains("3 times"))
  }

  @Test(arguments: [
    ("PrivateDevices=yes", "PrivateDevices=no"),
    ("DevicePolicy=closed\nDeviceAllow=char-input rw", "DeviceAllow=char-i2c rw"),
    ("DevicePolicy=strict", "DeviceAllow=char-i2c rw"),
  ])
  func aSandboxThatHidesTheBusesIsNamedWithTheSetting(_ text: String, _ setting: String) throws {
    let finding = try #require(service("ActiveState=active\n\(text)").first)
    #expect(finding.grade == .warning && finding.text.contains("too tight"))
    #expect(finding.remedy?.contains("systemctl edit qiblad, with \(setting)") == true)
  }

  @Test func aRemoteGPSDNeedsItsAddressInTheUnit() throws {
    let text =
      "ActiveState=active\nIPAddressAllow=127.0.0.0/8 ::1/128\nIPAddressDeny=::/0 0.0.0.0/0"
    let remote = GPSDObservation(status: .fix, remoteHost: "10.0.0.5")
    let finding = try #require(service(text) { $0.gpsd = remote }.first)
    #expect(finding.remedy?.contains("IPAddressAllow=10.0.0.5") == true)
    // The unit takes no name, and the daemon in it cannot look one up.
    let named = GPSDObservation(status: .fix, remoteHost: "boat.lan")
    let advice = try #require(service(text) { $0.gpsd = named }.first?.remedy)
    #expect(advice.contains("its address") && !advice.contains("boat.lan"))
    #expect(service(text) { $0.gpsd = GPSDObservation(status: .fix) }.isEmpty)
    let edited = text.replacing("::1/128", with: "::1/128 10.0.0.5/32")
    #expect(service(edited) { $0.gpsd = remote }.isEmpty)
  }

  private func readers(
    all: Bool, group: Bool = true, may: Bool = true, mode: UInt32 = 0o666
  ) -> [Finding] {
    findings(.readers) {
      $0.machine.socket = Observation.SocketAccess(
        path: "/run/qiblad/stream.sock", group: "qibla", isOpenToAll: all, isOpenToGroup: group,
        user: "pi", isReadable: may)
      $0.machine.socket?.configuredMode = mode
    }
  }

  @Test func whoMayReadIsSaid() {
    #expect(readers(all: true).first?.text.hasPrefix("every user of this machine") == true)
    #expect(readers(all: false).first?.text.hasPrefix("members of the group qibla") == true)
    let refused = readers(all: false, may: false).first
    #expect(refused?.grade == .warning)
    #expect(refused?.remedy == "sudo adduser pi qibla, and log in again")
    #expect(
      readers(all: false, group: false, may: false).first?.remedy == "run this command as root")
  }

  // As a service the daemon gets the socket from systemd, and [stream] mode has no effect.
  @Test func aSocketThatIsMoreOpenThanConfiguredIsAWarningWithTheUnitsSetting() throws {
    let open = try #require(readers(all: true, mode: 0o660).first)
    #expect(open.grade == .warning)
    #expect(open.text.hasSuffix("(/run/qiblad/stream.sock), although [stream] mode is 0660"))
    #expect(open.remedy?.contains("systemctl edit qiblad.socket, with SocketMode=0660 ") == true)
    #expect(readers(all: false, mode: 0o600).first?.grade == .warning)
    #expect(readers(all: false, mode: 0o660).first?.grade == .ok)
    #expect(readers(all: false, mode: 0o666).first?.grade == .ok)
  }

  private func storage(
    free: Int64 = 1 << 30, isReadOnly: Bool = false, isTheDaemons: Bool = true
  ) -> Finding? {
    findings(.storage) {
      $0.machine.storage = Observation.Storage(
        path: "/var/lib/qiblad", freeBytes: free, isReadOnly: isReadOnly, isTheDaemons: isTheDaemons
      )
    }.first
  }

  @Test func aStorageThatTakesNothingIsAWarningWithItsReason() {
    #expect(storage()?.grade == .ok && storage()?.text.contains("1024 MiB free") == true)
    #expect(storage(free: (1 << 20) - 1)?.text.contains("is full (1023 kB free)") == true)
    #expect(storage(isReadOnly: true)?.text.contains("read-only") == true)
    #expect(storage(isTheDaemons: false)?.remedy?.contains("chown -R qiblad:") == true)
    for bad in [storage(free: 0), storage(isReadOnly: true), storage(isTheDaemons: false)] {
      #expect(bad?.grade == .warning && bad?.text.contains("are not kept") == true)
    }
  }

  private func clock(ntp: Bool, battery: Bool, _ gpsd: GPSDStatus? = nil) -> Finding? {
    findings(.clock) {
      $0.machine.clock = Observation.Clock(isSynchronized: ntp, hasBattery: battery)
      $0.gpsd = gpsd.map { GPSDObservation(status: $0) }
    }.first
  }

  @Test func aClockIsTrustedForWhatSetsIt() {
    #expect(clock(ntp: true, battery: false)?.text.contains("NTP") == true)
    #expect(clock(ntp: false, battery: true, .fix)?.text.contains("receiver") == true)
    #expect(clock(ntp: false, battery: true, .noFix)?.text.contains("battery (RTC)") == true)
    for trusted in [clock(ntp: true, battery: false), clock(ntp: false, battery: true)] {
      #expect(trusted?.grade == .ok)
    }
    let nothing = clock(ntp: false, battery: false, .noFix)
    #expect(nothing?.grade == .warning && nothing?.remedy?.contains("set-ntp true") == true)
  }
}
