/// What to do where a machine has no I²C bus: the same words in the log, in the list of devices, and by `qiblactl doctor`,
/// which knows the board.
package enum MissingBus {
  /// On a Raspberry Pi. Source: raspi-config's `do_i2c`, which also sets that parameter, and applies it at once.
  package static let onRaspberryPi =
    "sudo raspi-config nonint do_i2c 0, or dtparam=i2c_arm=on in /boot/firmware/config.txt and restart"
  /// On a board without raspi-config.
  package static let onAnotherBoard =
    "enable the overlay of its I2C bus in the boot settings and restart, or plug in a USB adapter; then \(withoutNode)"
  /// Where the kernel has a bus that programs cannot open yet.
  package static let withoutNode = "sudo modprobe i2c-dev"
  /// Where the board is not known.
  package static let anywhere =
    "on a Raspberry Pi: \(onRaspberryPi); on another board: \(onAnotherBoard)"
}
