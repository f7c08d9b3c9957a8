import CLinuxHaptics
private import Glibc

/// A motor that a GPIO line switches on and off through a transistor.
///
/// The line is found by its label, such as `GPIO17`, because the numbers of GPIO chips change with
/// kernel and board (`gpioinfo` lists them). On release, the line becomes an input again and the
/// motor stops.
package final class GPIOMotor: HapticOutput, SwitchedMotor {
  package let name: String
  private let descriptor: Int32

  /// Requests the line as an output, switched off.
  ///
  /// - Parameters:
  ///   - label: a line's name, or a chip's label, a colon and the line's number.
  ///   - isActiveLow: whether the motor runs while the line is low.
  package init(label: String, isActiveLow: Bool = false) throws(HapticError) {
    let place = try GPIOLine.find(label)
    let chip = open(place.path, O_RDWR | O_CLOEXEC)
    guard chip >= 0 else { throw .from(errno, "open", place.path) }
    defer { close(chip) }
    var request = gpio_v2_line_request()
    request.offsets.0 = place.offset
    request.num_lines = 1
    withUnsafeMutableBytes(of: &request.consumer) { $0.copyBytes(from: "qiblad haptics".utf8) }
    // linux/gpio.h: GPIO_V2_LINE_FLAG_OUTPUT and _ACTIVE_LOW. Without a value, an output starts at
    // 0.
    request.config.flags =
      UInt64(GPIO_V2_LINE_FLAG_OUTPUT.rawValue)
      | (isActiveLow ? UInt64(GPIO_V2_LINE_FLAG_ACTIVE_LOW.rawValue) : 0)
    guard ioctl(chip, LINE_REQUEST, &request) >= 0 else {
      throw .from(errno, "the line \(label)", place.path)
    }
    descriptor = request.fd
    name = "GPIO line \(label) (\(place.path), line \(place.offset))"
  }

  deinit { close(descriptor) }

  package func play(
    _ pattern: HapticPattern, wait: (_ milliseconds: Int) -> Bool
  ) throws(HapticError) {
    try switchThrough(pattern, wait)
  }

  func run(strength: Double, milliseconds: Int) throws(HapticError) { try set(true) }

  func rest() throws(HapticError) { try set(false) }

  private func set(_ isOn: Bool) throws(HapticError) {
    var values = gpio_v2_line_values(bits: isOn ? 1 : 0, mask: 1)
    guard ioctl(descriptor, LINE_VALUES_REQUEST, &values) >= 0 else {
      throw .from(errno, "setting the line", name)
    }
  }
}
