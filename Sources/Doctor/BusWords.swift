import I2C
package import IIO
import Sensors

extension BusObservation {
  /// `I2C bus 1 (bcm2835 (i2c@7e804000))`.
  package var title: String {
    "I2C bus \(adapter?.label ?? name.text)"
  }

  /// The bus's number for `i2cdetect`; 1, as on a Raspberry Pi, if it is not known.
  var number: String { adapter.map { "\($0.number)" } ?? "1" }
}

extension IIODevice {
  /// Name and place of the chip: `hmc5883l on I2C bus 1 at 0x1E`.
  package var called: String {
    name + (place.map { " on \($0)" } ?? "")
  }
}

extension NodeAccess {
  /// The reason for the refusal, to continue a sentence.
  var reason: String {
    isOpenToGroup ? ": it belongs to the group \(group)" : ": only root is allowed to"
  }

  /// The command that gives the user access.
  var remedy: String {
    guard isOpenToGroup, group != "root" else {
      return "sudo apt-get install i2c-tools (it gives \(path) to the group i2c),"
        + " then sudo usermod -aG i2c \(user), and restart"
    }
    guard !isMember else { return "log in again: \(user) was added to that group after this login" }
    return "sudo usermod -aG \(group) \(user), and log in again"
  }
}

extension String {
  /// The text without its full stop, as a finding ends.
  var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
