import Testing

@testable import qiblad

/// Where the daemon keeps what outlives a run, without `--state-dir`.
@Suite struct UsualStateDirectoryTests {
  // systemd.exec(5): several directories of StateDirectory= are joined with colons.
  @Test func theFirstOfSeveralOfTheServiceManagerIsUsed() {
    #expect(Qiblad.stateDirectory("/var/lib/compass:/var/lib/other") == "/var/lib/compass")
    #expect(Qiblad.stateDirectory("/var/lib/compass") == "/var/lib/compass")
  }

  @Test(arguments: [nil, ""]) func withoutAServiceManagerItIsThatOfThePackage(_ given: String?) {
    #expect(Qiblad.stateDirectory(given) == "/var/lib/qiblad")
  }
}
