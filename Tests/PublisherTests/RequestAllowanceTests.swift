import NIOCore
import Testing

@testable import Publisher

struct RequestAllowanceTests {
  @Test func aBurstIsTakenAndThenTheRate() {
    var allowance = RequestAllowance(burst: 5, perSecond: 10)
    let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
    #expect((0..<20).count { _ in allowance.spend(at: start) } == 5)
    // In the next two seconds 10 a second, however often a client asks.
    let taken = (1...2000).count { allowance.spend(at: start + .milliseconds($0)) }
    #expect(taken == 20)
    // After a rest the burst is whole again, and not larger.
    #expect((0..<20).count { _ in allowance.spend(at: start + .seconds(3600)) } == 5)
  }

  @Test func theLimitsAreThoseOfTheDocument() {
    let limits = PublisherLimits()
    #expect(limits.requestBurst == 500 && limits.requestsPerSecond == 100)
    #expect(limits.requestPause == .milliseconds(100))
    #expect(limits.clients == 1024 && limits.controlClients == 16)
    #expect(limits.clientsPerUser == 256)
    #expect(limits.stall == .seconds(120))
  }
}
