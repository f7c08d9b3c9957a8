import CLinuxHaptics
private import Glibc

/// A motor that the kernel drives: force feedback of an input device (`FF_RUMBLE`), which the driver of
/// the DRV260x family offers too.
package final class RumbleMotor: HapticOutput, SwitchedMotor {
  package let name: String
  private let descriptor: Int32
  /// The one effect that is kept on the device, -1 before the first.
  private var effect: Int16 = -1

  /// Opens the input device of this name, or where `deviceName` is `nil` the first that looks like a
  /// motor and not like a gamepad: one whose name has `haptic` or `vibra` in it.
  package init(deviceName: String?) throws(HapticError) {
    let looked =
      deviceName.map { "an input device \($0) with rumble" } ?? "a motor among the inputs"
    var refusal: HapticError?
    for path in nodes(in: "/dev/input", "event") {
      let descriptor = open(path, O_RDWR | O_CLOEXEC)
      guard descriptor >= 0 else {
        if errno == EACCES { refusal = .permissionDenied(path: path) }
        continue
      }
      let found = Self.name(of: descriptor)
      if Self.canRumble(descriptor), Self.isMeant(found, deviceName) {
        self.descriptor = descriptor
        name = "\(found) (\(path))"
        return
      }
      close(descriptor)
    }
    throw refusal ?? .nothingFound(looked: looked)
  }

  // The kernel removes our effects with the descriptor, and the motor rests.
  deinit { close(descriptor) }

  /// Whether a device of this name is the one to use.
  static func isMeant(_ name: String, _ wanted: String?) -> Bool {
    if let wanted { return name == wanted }
    let lower = name.lowercased()
    return lower.contains("haptic") || lower.contains("vibra")
  }

  private static func name(of descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = ioctl(descriptor, DEVICE_NAME_REQUEST, &bytes)
    return String(decoding: bytes.prefix(max(Int(count), 0)).prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func canRumble(_ descriptor: Int32) -> Bool {
    var bits = [UInt8](repeating: 0, count: (Int(FF_MAX) + 8) / 8)
    guard ioctl(descriptor, FEEDBACK_BITS_REQUEST, &bits) >= 0 else { return false }
    return bits[Int(FF_RUMBLE) / 8] & 1 << UInt8(FF_RUMBLE % 8) != 0
  }

  package func play(
    _ pattern: HapticPattern, wait: (_ milliseconds: Int) -> Bool
  ) throws(HapticError) {
    try switchThrough(pattern, wait)
  }

  /// The kernel ends it by itself, also where this program dies meanwhile.
  func run(strength: Double, milliseconds: Int) throws(HapticError) {
    var new = ff_effect()
    new.type = UInt16(FF_RUMBLE)
    new.id = effect
    new.replay.length = UInt16(clamping: milliseconds)
    new.u.rumble.strong_magnitude = UInt16(clamping: Int(strength * 0xFFFF))
    new.u.rumble.weak_magnitude = new.u.rumble.strong_magnitude
    guard ioctl(descriptor, EFFECT_UPLOAD_REQUEST, &new) >= 0 else {
      throw .from(errno, "the effect", name)
    }
    effect = new.id
    try send(1)
  }

  func rest() throws(HapticError) {
    if effect >= 0 { try send(0) }
  }

  /// Starts the effect with 1, ends it with 0.
  private func send(_ value: Int32) throws(HapticError) {
    var event = input_event()
    event.type = UInt16(EV_FF)
    event.code = UInt16(effect)
    event.value = value
    let size = MemoryLayout<input_event>.size
    guard write(descriptor, &event, size) == size else { throw .from(errno, "playing", name) }
  }
}
