/// Why a chip that was found measures nothing.
package enum Obstacle: Equatable, Sendable {
  /// What it has to be given at each start is not there.
  case firmware(Firmware)
  /// It holds the clock down, and the adapter does not wait for it.
  case clockStretching
}

extension Obstacle: CustomStringConvertible {
  /// What is wrong, as the end of a sentence.
  package var description: String {
    switch self {
    case .firmware(let firmware): firmware.description
    case .clockStretching:
      "it holds the clock down to make the bus wait, and this controller reads wrong bits then without an error"
    }
  }

  /// What to do then.
  package var remedy: String {
    switch self {
    case .firmware(let firmware): firmware.remedy
    case .clockStretching:
      "connect it to a bus in software (dtoverlay=i2c-gpio,bus=3 in /boot/firmware/config.txt: GPIO23 is SDA, GPIO24 "
        + "SCL) or to a USB adapter, or slow this bus down (dtparam=i2c_arm_baudrate=10000) and name the chip in "
        + "[sensors] chips, which reads it all the same"
    }
  }
}
