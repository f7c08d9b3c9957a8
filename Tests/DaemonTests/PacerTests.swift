import Logging
import Publisher
import Quantities
import TestFiles
import Testing
import Threads
import Wire

@testable import qiblad

struct PacerTests {
  @Test func aTickThatNobodyHearsMayBeLateAndIsNeverEarly() throws {
    let meter = TickMeter()
    let hello = Hello(version: "0", runID: "0", replay: false, simulated: true)
    let publisher = Publisher(
      hello: hello, socket: SocketLocation(candidates: [], uid: 0), lossless: false,
      logger: Logger(label: "test"))
    let listeners = Listeners(publisher: publisher, haptics: nil, meter: meter)
    #expect(!listeners.areThere)
    var pacer = Pacer(speed: .times(1), stop: StopFlag(), listeners: listeners)
    let start = KernelClock.monotonic.microseconds
    for index in 0..<8 {
      let microseconds = Int64(index) * 16_667
      let goesOn = pacer.wait(until: Timestamp(microseconds: microseconds))
      #expect(goesOn)
      #expect(KernelClock.monotonic.microseconds >= start + microseconds)
      meter.note(Timestamp(microseconds: microseconds), lateness: pacer.lateness)
    }
    let ticks = meter.take()
    #expect(ticks.count == 8)
    #expect(ticks.missed == 0)
  }
}
