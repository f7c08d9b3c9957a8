import BridgeFormats
import Glibc
import TestFiles
import Testing

@testable import qibla_bridge

/// A message as long as four readings, so that 50,000 are 50 MB.
private func reading(_ number: Int) -> MQTTMessage {
  let text = Array("reading \(number);".utf8)
  let padding = [UInt8](repeating: UInt8(ascii: " "), count: 1000 - text.count)
  return MQTTMessage("qiblad/a/reading", text + padding, isRetained: false, quality: .atMostOnce)
}

private func availability(_ text: String) -> MQTTMessage {
  MQTTMessage("qiblad/a/availability", Array(text.utf8), isRetained: true, quality: .atMostOnce)
}

/// The connection to a broker that a test plays.
@Suite(.timeLimit(.minutes(5))) struct BrokerThreadTests {
  // In a process of its own: the memory of this one is also that of other tests.
  @Test func aBrokerThatReadsNothingCostsNoMemoryAndGetsTheNewestReadingLater() async {
    await #expect(processExitsWith: .success) {
      let broker = try SilentBroker()
      let thread = try BrokerThread(broker.settings, id: "device-a", will: availability("offline"))
      thread.put(availability("online"))
      try broker.accept("device-a")
      // Readings that wait are discarded when a connection is new.
      try broker.read(until: "online")
      // What a heap and buffers need in any case; the kernel's buffers are not the process's memory.
      for number in 1...5_000 { thread.put(reading(number)) }
      let before = try residentBytes()
      for number in 5_001...50_000 { thread.put(reading(number)) }
      #expect(try residentBytes() - before < 4_000_000)
      try broker.read(until: "reading 50000;")
    }
  }
}
