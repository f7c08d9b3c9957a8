import Foundation
import Glibc
import Logging
import Synchronization
import Testing

@testable import PageServer

/// `struct input_event` (linux/input.h): 16 bytes of time, type, code, value.
private func keyEvent(type: UInt16 = 1, code: UInt16 = 28, value: UInt32) -> [UInt8] {
  Array(repeating: 7, count: 16) + bytes(type) + bytes(code) + bytes(value)
}

/// `struct gpio_v2_line_event` (linux/gpio.h): 8 bytes of time, identifier, and 36 bytes that do not matter here.
private func lineEvent(_ identifier: UInt32) -> [UInt8] {
  Array(repeating: 7, count: 8) + bytes(identifier) + Array(repeating: 9, count: 36)
}

private func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian, Array.init)
}

@Suite struct ButtonTests {
  @Test func aButtonIsAKeyOfADeviceOrALineOfAChip() {
    #expect(Button("key:/dev/input/event0")?.source == .keys(path: "/dev/input/event0", code: nil))
    #expect(
      Button("key:/dev/input/by-path/platform-soc:shutdown-event,28")?.source
        == .keys(path: "/dev/input/by-path/platform-soc:shutdown-event", code: 28))
    #expect(Button("gpio:/dev/gpiochip0,17")?.source == .line(chip: "/dev/gpiochip0", number: 17))
    #expect(Button("gpio:/dev/gpiochip0,17").map { "\($0)" } == "gpio:/dev/gpiochip0,17")
  }

  @Test(arguments: [
    "", "key", "key:", "key:event0", "key:/dev/input/event0,", "key:/dev/input/event0,0",
    "key:/dev/input/event0,x", "key:/dev/input/event0,65536", "key:/dev/input/event0,1,2",
    "gpio:/dev/gpiochip0", "gpio:/dev/gpiochip0,-1", "gpio:17", "uart:/dev/ttyS0,1",
  ])
  func anythingElseIsNone(text: String) {
    #expect(Button(text) == nil)
  }

  @Test func onlyThePressOfAKeyCountsNotItsReleaseNorWhatRepeatsWhileItIsHeld() throws {
    var decoder = ButtonDecoder(.keys(path: "/x", code: nil))
    let held = keyEvent(value: 1) + keyEvent(type: 0, code: 0, value: 0) + keyEvent(value: 2)
    #expect(decoder.presses(in: held + keyEvent(value: 2) + keyEvent(value: 0)) == 1)
    var one = ButtonDecoder(.keys(path: "/x", code: 115))
    #expect(one.presses(in: keyEvent(code: 28, value: 1) + keyEvent(code: 115, value: 1)) == 1)
  }

  @Test func recordsThatComeInPiecesCountOnce() {
    var decoder = ButtonDecoder(.keys(path: "/x", code: nil))
    let hundred = (0..<100).flatMap { _ in keyEvent(value: 1) + keyEvent(value: 0) }
    var count = 0
    for start in stride(from: 0, to: hundred.count, by: 7) {
      count += decoder.presses(in: hundred[start..<min(start + 7, hundred.count)])
    }
    #expect(count == 100)
  }

  // GPIO_V2_LINE_EVENT_RISING_EDGE is 1, GPIO_V2_LINE_EVENT_FALLING_EDGE is 2.
  @Test func aLineThatFallsIsAPress() {
    var decoder = ButtonDecoder(.line(chip: "/x", number: 17))
    #expect(decoder.presses(in: lineEvent(2) + lineEvent(1) + lineEvent(2)) == 2)
  }

  @Test func aButtonThatIsNotThereIsNamed() {
    #expect(
      throws: Button.Failure(
        description: "the button key:/nowhere/event0 cannot be read: No such file or directory")
    ) { try Button("key:/nowhere/event0")?.open() }
    #expect(
      throws: Button.Failure(
        description: "the button gpio:/dev/null,1 cannot be read: Inappropriate ioctl for device")
    ) { try Button("gpio:/dev/null,1")?.open() }
  }

  /// A pipe of recorded events in place of a device.
  @Test(.timeLimit(.minutes(2)))
  func aHundredPressesOfADeviceThatIsUnpluggedBetweenAreCountedExactly() async throws {
    let path = FileManager.default.temporaryDirectory.path + "/button-\(UUID().uuidString)"
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let presses = Mutex(0)
    let button = try #require(Button("key:\(path)"))
    let reader = ButtonReader(
      [button], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) {
      presses.withLock { $0 += 1 }
    }
    let task = Task { await reader.run() }
    defer { task.cancel() }
    for part in 1...2 {
      // Opens once the reader has it; closing it is to the reader as if the device were unplugged.
      let descriptor = try await opened(path)
      for _ in 0..<50 {
        let record = keyEvent(value: 1) + keyEvent(value: 0)
        #expect(write(descriptor, record, record.count) == record.count)
      }
      while presses.withLock({ $0 }) < part * 50 { try await Task.sleep(for: .milliseconds(10)) }
      close(descriptor)
    }
    #expect(presses.withLock { $0 } == 100)
  }

  private func opened(_ path: String) async throws -> CInt {
    while true {
      let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if descriptor >= 0 { return descriptor }
      try #require(errno == ENXIO)
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test func pressesAreKeptBesideTheSessionsOfBrowsers() throws {
    let temporary = TemporaryFolder()
    let folder = StateFolder(path: temporary.path)
    let counts = TasbihCounts(folder: folder)
    _ = try counts.count(session: "a", reached: 33, on: "2026-11-25")
    #expect(try counts.countPress(on: "2026-11-25").presses == 1)
    #expect(try TasbihCounts(folder: folder).countPress(on: "2026-11-25").presses == 2)
    #expect(TasbihCounts(folder: folder).now.total == 35)
    #expect(TasbihCounts(folder: folder).now.days == ["2026-11-25": 35])
    withExtendedLifetime(temporary) {}
  }
}
