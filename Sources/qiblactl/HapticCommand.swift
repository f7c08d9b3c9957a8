import ArgumentParser

/// `qiblactl haptic`: the motor.
struct HapticCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "haptic", abstract: "Try or calibrate the haptic motor.",
    subcommands: [HapticTestCommand.self, HapticCalibrateCommand.self])
}
