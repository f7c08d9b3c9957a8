/// Why a chip that was found cannot measure.
package enum Obstacle: Equatable, Sendable {
  /// Its firmware is not on this machine.
  case firmware(Firmware)
  /// It stretches the clock, which the adapter does not support.
  case clockStretching
}

extension Obstacle: CustomStringConvertible {
  /// What is wrong, to continue a sentence.
  package var description: String {
    switch self {
    case .firmware(let firmware): firmware.description
    case .clockStretching:
      "it holds the clock low to make the bus wait, and this controller then reads wrong bits without an error"
    }
  }

  /// What to do about it.
  package var remedy: String {
    switch self {
    case .firmware(let firmware): firmware.remedy
    case .clockStretching:
      "connect it to a bus in software (dtoverlay=i2c-gpio,bus=3 in /boot/firmware/config.txt: GPIO23 is SDA, GPIO24 "
        + "SCL) or to a USB adapter; or slow this bus down (dtparam=i2c_arm_baudrate=10000) and name the chip in "
        + "[sensors] chips, so that it is read nevertheless"
    }
  }
}
