import CLinuxHaptics
private import Glibc
private import I2C

/// A GPIO line: its chip's device node, and its number on that chip.
struct GPIOLine: Equatable, Sendable {
  var path: String
  var offset: UInt32

  /// A chip as the kernel describes it.
  struct Chip: Equatable, Sendable {
    var path: String
    /// The driver's name for the chip, as in `pinctrl-bcm2711`; the same at every boot.
    var label: String
    /// The lines' names by number; empty for a line without a name.
    var lines: [String]
  }

  /// The line with this label among these chips.
  ///
  /// - Parameter label: a line's name; or a chip's label, a colon and the line's number. Several
  ///   lines can have the same name; the first one counts.
  init?(_ label: String, among chips: [Chip]) {
    for chip in chips {
      if let offset = chip.lines.firstIndex(of: label), !label.isEmpty {
        self.init(path: chip.path, offset: UInt32(offset))
        return
      }
    }
    guard let colon = label.lastIndex(of: ":"),
      let offset = Int(label[label.index(after: colon)...]),
      let chip = chips.first(where: { $0.label == label[..<colon] }), chip.lines.indices ~= offset
    else { return nil }
    self.init(path: chip.path, offset: UInt32(offset))
  }

  init(path: String, offset: UInt32) {
    self.path = path
    self.offset = offset
  }

  /// The line with this label on this machine.
  static func find(_ label: String) throws(HapticError) -> GPIOLine {
    var chips: [Chip] = []
    var refusal: HapticError?
    for path in nodes(in: "/dev", "gpiochip") {
      do throws(HapticError) { chips.append(try chip(at: path)) } catch { refusal = error }
    }
    if let line = GPIOLine(label, among: chips) { return line }
    throw refusal
      ?? .nothingFound(looked: "the GPIO line \(label); gpioinfo lists all lines")
  }

  private static func chip(at path: String) throws(HapticError) -> Chip {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .from(errno, "open", path) }
    defer { close(descriptor) }
    var info = gpiochip_info()
    guard ioctl(descriptor, CHIP_INFO_REQUEST, &info) >= 0 else {
      throw .from(errno, "query of the chip", path)
    }
    var lines: [String] = []
    for offset in 0..<info.lines {
      var line = gpio_v2_line_info()
      line.offset = offset
      let isKnown = ioctl(descriptor, LINE_INFO_REQUEST, &line) >= 0
      lines.append(isKnown ? text(of: line.name) : "")
    }
    return Chip(path: path, label: text(of: info.label), lines: lines)
  }
}

/// The text in a field of fixed length.
func text<Field>(of field: Field) -> String {
  withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}

/// The nodes `prefix`N of a directory, by the number N.
func nodes(in directory: String, _ prefix: String) -> [String] {
  numberedNodes(in: directory, prefix: prefix).map { "\(directory)/\(prefix)\($0)" }
}
