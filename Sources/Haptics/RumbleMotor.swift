import CLinuxHaptics
private import Glibc

/// A motor with a kernel driver: force feedback of an input device (`FF_RUMBLE`), which the
/// kernel's driver of the DRV260x family also provides.
package final class RumbleMotor: HapticOutput, SwitchedMotor {
  package let name: String
  private let descriptor: Int32
  /// The number of the effect that is stored on the device; -1 before the first.
  private var effect: Int16 = -1

  /// Opens the input device of this name. For `nil`, opens the first device whose name contains
  /// `haptic` or `vibra`, so that no gamepad is used.
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

  // Closing the descriptor removes the effects in the kernel and stops the motor.
  deinit { close(descriptor) }

  /// Whether to use the device `name`.
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

  /// The kernel ends the effect by itself, also if this program ends first.
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

  /// Sends an event: 1 starts the effect, 0 ends it.
  private func send(_ value: Int32) throws(HapticError) {
    var event = input_event()
    event.type = UInt16(EV_FF)
    event.code = UInt16(effect)
    event.value = value
    let size = MemoryLayout<input_event>.size
    guard write(descriptor, &event, size) == size else { throw .from(errno, "play", name) }
  }
}
