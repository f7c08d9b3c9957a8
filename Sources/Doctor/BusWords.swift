import I2C
package import IIO
import Sensors

extension BusObservation {
  /// `I2C bus 1 (bcm2835 (i2c@7e804000))`.
  package var title: String {
    "I2C bus \(adapter?.label ?? name.text)"
  }

  /// As `i2cdetect` takes it; 1, a Raspberry Pi's, where it is not known.
  var number: String { adapter.map { "\($0.number)" } ?? "1" }
}

extension IIODevice {
  /// As in `hmc5883l on I2C bus 1 at 0x1E`.
  package var called: String {
    name + (place.map { " on \($0)" } ?? "")
  }
}

extension NodeAccess {
  /// Behind the sentence that it is refused.
  var reason: String {
    isOpenToGroup ? ": it belongs to the group \(group)" : ": no group but root may"
  }

  /// The command that gives the user access.
  var remedy: String {
    guard isOpenToGroup, group != "root" else {
      return "sudo apt-get install i2c-tools (it gives \(path) to the group i2c),"
        + " then sudo usermod -aG i2c \(user), and restart"
    }
    guard !isMember else { return "log in again: \(user) is in that group since then" }
    return "sudo usermod -aG \(group) \(user), and log in again"
  }
}

extension String {
  /// Without a full stop, as the end of a finding.
  var withoutItsEnd: String { hasSuffix(".") ? String(dropLast()) : self }
}
