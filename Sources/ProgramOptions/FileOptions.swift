package import ArgumentParser

/// The option for the configuration file, for both programs.
package struct ConfigurationOption: ParsableArguments {
  @Option(help: ArgumentHelp("The configuration file.", valueName: "file"))
  package var config: String?

  package init() {}
}

/// The option for the directory of the daemon's socket, for all programs.
package struct SocketOption: ParsableArguments {
  @Option(help: ArgumentHelp("The directory of the daemon's socket.", valueName: "directory"))
  package var socketDir: String?

  package init() {}
}

/// The options of a client that asks a running daemon: where its socket is, and the configuration that says so.
package struct ClientOptions: ParsableArguments {
  @OptionGroup package var file: ConfigurationOption
  @OptionGroup package var socket: SocketOption

  package init() {}
}

/// The option for the noise of a simulated device, for both programs.
package struct SeedOption: ParsableArguments {
  @Option(help: "The seed of the simulation's noise; default 1.")
  package var seed: UInt64?

  /// The seed, with its default.
  package var value: UInt64 { seed ?? 1 }

  package init() {}
}
