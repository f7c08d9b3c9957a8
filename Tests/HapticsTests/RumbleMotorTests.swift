import CLinuxHaptics
import Foundation
import Glibc
import Synchronization
import Testing

@testable import Haptics

/// Force feedback through the kernel, with an input device that this test makes.
@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled(if: access("/dev/uinput", W_OK) == 0, "needs /dev/uinput"))
struct RumbleMotorTests {
  @Test func theKernelReceivesEachPulseWithItsStrengthAndDuration() throws {
    let device = try TestDevice(name: "qiblad test haptics")
    let motor = try opened("qiblad test haptics")
    #expect(motor.name.hasPrefix("qiblad test haptics (/dev/input/event"))
    try motor.play(.bump) { milliseconds in usleep(UInt32(milliseconds) * 1000) == 0 }
    try motor.play(.doubleClick) { milliseconds in usleep(UInt32(milliseconds) * 1000) == 0 }
    #expect(device.uploads.map(\.length) == [60, 60, 60])
    #expect(device.uploads.map(\.strength) == [0x7FFF, 0xFFFF, 0xFFFF])
    #expect(device.plays == [1, 0, 1, 0, 1, 0])
  }

  @Test func aMotorAmongTheInputsIsFoundWithoutItsName() throws {
    let device = try TestDevice(name: "test vibrator")
    #expect(try opened(nil).name.hasPrefix("test vibrator"))
    _ = device
  }

  /// udev may take a moment to make the node.
  private func opened(_ name: String?) throws -> RumbleMotor {
    for _ in 0..<100 {
      do { return try RumbleMotor(deviceName: name) } catch { usleep(20_000) }
    }
    return try RumbleMotor(deviceName: name)
  }
}

/// An input device that can rumble, and keeps what it is told.
private final class TestDevice: Sendable {
  struct Upload: Equatable, Sendable {
    var strength: UInt16
    var length: UInt16
  }

  private final class Heard: Sendable {
    let uploads = Mutex<[Upload]>([])
    let plays = Mutex<[Int32]>([])
    let isGone = Mutex(false)
  }

  private let heard = Heard()

  var uploads: [Upload] { heard.uploads.withLock { $0 } }
  var plays: [Int32] { heard.plays.withLock { $0 } }

  init(name: String) throws {
    let descriptor = open("/dev/uinput", O_RDWR | O_CLOEXEC | O_NONBLOCK)
    try #require(descriptor >= 0)
    try #require(ioctl(descriptor, TEST_EVENT_BIT, Int32(EV_FF)) >= 0)
    try #require(ioctl(descriptor, TEST_FEEDBACK_BIT, Int32(FF_RUMBLE)) >= 0)
    var setup = uinput_setup()
    setup.id.bustype = UInt16(BUS_VIRTUAL)
    setup.ff_effects_max = 4
    withUnsafeMutableBytes(of: &setup.name) { $0.copyBytes(from: name.utf8) }
    try #require(ioctl(descriptor, TEST_DEVICE_SETUP, &setup) >= 0)
    try #require(ioctl(descriptor, TEST_DEVICE_CREATE) >= 0)
    Thread.detachNewThread { [heard] in Self.serve(descriptor, heard) }
  }

  deinit { heard.isGone.withLock { $0 = true } }

  /// The kernel asks for each upload and erasure, and waits for the answer.
  private static func serve(_ descriptor: Int32, _ heard: Heard) {
    defer { close(descriptor) }
    while !heard.isGone.withLock({ $0 }) {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      var event = input_event()
      guard poll(&request, 1, 50) > 0,
        read(descriptor, &event, MemoryLayout<input_event>.size) > 0
      else { continue }
      switch (Int32(event.type), Int32(event.code)) {
      case (EV_UINPUT, UI_FF_UPLOAD):
        var upload = uinput_ff_upload()
        upload.request_id = UInt32(event.value)
        _ = ioctl(descriptor, TEST_UPLOAD_BEGIN, &upload)
        let effect = upload.effect
        heard.uploads.withLock {
          $0.append(
            Upload(strength: effect.u.rumble.strong_magnitude, length: effect.replay.length))
        }
        _ = ioctl(descriptor, TEST_UPLOAD_END, &upload)
      case (EV_UINPUT, UI_FF_ERASE):
        var erasure = uinput_ff_erase()
        erasure.request_id = UInt32(event.value)
        _ = ioctl(descriptor, TEST_ERASE_BEGIN, &erasure)
        _ = ioctl(descriptor, TEST_ERASE_END, &erasure)
      case (EV_FF, _): heard.plays.withLock { $0.append(event.value) }
      default: break
      }
    }
  }
}
