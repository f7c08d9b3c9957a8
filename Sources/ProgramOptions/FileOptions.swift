package import ArgumentParser

/// The configuration file, for both programs.
package struct ConfigurationOption: ParsableArguments {
  @Option(help: ArgumentHelp("The configuration file.", valueName: "file"))
  package var config: String?

  package init() {}
}

/// The directory of the daemon's socket, for both programs.
package struct SocketOption: ParsableArguments {
  @Option(help: ArgumentHelp("The directory of the daemon's socket.", valueName: "directory"))
  package var socketDir: String?

  package init() {}
}

/// The noise of a simulated device, for both programs.
package struct SeedOption: ParsableArguments {
  @Option(help: "Which noise the simulation has.")
  package var seed: UInt64 = 1

  package init() {}
}
