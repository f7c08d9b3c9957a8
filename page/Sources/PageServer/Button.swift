private import CButton
private import Glibc

/// A push button of the device: a key of the kernel's input devices, or a GPIO line.
package struct Button: Equatable, Sendable, CustomStringConvertible {
  package enum Source: Equatable, Sendable {
    /// A device of `/dev/input`, and the one key that counts; `nil`: each key does.
    case keys(path: String, code: UInt16?)
    /// A chip of `/dev/gpiochip*`, and the number of a line that the button connects to ground.
    case line(chip: String, number: UInt32)
  }

  package let source: Source

  /// As the user writes it: `key:PATH`, `key:PATH,CODE` or `gpio:PATH,LINE`; `nil` for anything else.
  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let parts = text[text.index(after: colon)...].split(
      separator: ",", omittingEmptySubsequences: false)
    guard let path = parts.first.map(String.init), path.hasPrefix("/"), parts.count <= 2 else {
      return nil
    }
    switch (text[..<colon], parts.dropFirst().first) {
    case ("key", nil): source = .keys(path: path, code: nil)
    case ("key", let code?):
      guard let code = UInt16(code), code > 0 else { return nil }
      source = .keys(path: path, code: code)
    case ("gpio", let number?):
      guard let number = UInt32(number) else { return nil }
      source = .line(chip: path, number: number)
    default: return nil
    }
  }

  package var description: String {
    switch source {
    case .keys(let path, let code): "key:\(path)" + (code.map { ",\($0)" } ?? "")
    case .line(let chip, let number): "gpio:\(chip),\(number)"
    }
  }

  /// Why a button cannot be read.
  struct Failure: Error, Equatable, CustomStringConvertible {
    var description: String
  }

  /// Opens what the presses are read from.
  ///
  /// - Returns: a descriptor, which the caller closes.
  func open() throws(Failure) -> CInt {
    let descriptor =
      switch source {
      // A browser on the device's own screen would count Enter, too. Other keys of a keyboard stay for others.
      case .keys(let path, nil): button_open_device(path)
      case .keys(let path, _): Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      case .line(let chip, let number): button_open_line(chip, number)
      }
    guard descriptor >= 0 else {
      throw Failure(
        description: "the button \(self) cannot be read: \(String(cString: strerror(errno)))")
    }
    return descriptor
  }
}

/// Finds presses in what the kernel sends, which comes in pieces of any length.
struct ButtonDecoder {
  /// `struct input_event` where `time_t` has 64 bits: time, type, code, value (linux/input.h).
  private static let keyRecord = 24
  /// `struct gpio_v2_line_event` (linux/gpio.h).
  private static let lineRecord = 48
  private static let typeKey: UInt16 = 1  // EV_KEY
  private static let pressed: UInt32 = 1  // 0: released, 2: repeated while held
  private static let falling: UInt32 = 2  // GPIO_V2_LINE_EVENT_FALLING_EDGE

  private let source: Button.Source
  private var rest: [UInt8] = []

  init(_ source: Button.Source) { self.source = source }

  /// The number of presses in the records that are whole now.
  mutating func presses(in bytes: some Sequence<UInt8>) -> Int {
    rest += bytes
    let length = if case .keys = source { Self.keyRecord } else { Self.lineRecord }
    var count = 0
    var start = 0
    while rest.count - start >= length {
      if isPress(at: start) { count += 1 }
      start += length
    }
    rest.removeFirst(start)
    return count
  }

  private func isPress(at start: Int) -> Bool {
    switch source {
    case .keys(_, let code):
      let found = UInt16(truncatingIfNeeded: number(at: start + 18, bytes: 2))
      return number(at: start + 16, bytes: 2) == UInt32(Self.typeKey)
        && number(at: start + 20, bytes: 4) == Self.pressed && (code == nil || found == code)
    case .line: return number(at: start + 8, bytes: 4) == Self.falling
    }
  }

  /// Little-endian, as both processors that are supported are.
  private func number(at start: Int, bytes: Int) -> UInt32 {
    rest[start..<start + bytes].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
