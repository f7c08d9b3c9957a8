import ServiceManager
import Testing

struct ProgressWatchTests {
  private let loops = Heartbeats()

  @Test func aLoopThatStandsStillIsNamedAfterTenSeconds() {
    let (steady, still) = (loops.add("steady"), loops.add("still"))
    var watch = ProgressWatch()
    still.beat()
    for second in 0...12 {
      steady.beat()
      #expect(watch.look(at: loops.all, after: 1) == (second >= 10 ? ["still"] : []), "\(second) s")
    }
    still.beat()
    steady.beat()
    #expect(watch.look(at: loops.all, after: 1).isEmpty)
  }

  @Test func aMachineThatSleptHasHeldAllThreads() {
    _ = loops.add("still")
    var watch = ProgressWatch()
    #expect(watch.look(at: loops.all, after: 0).isEmpty)
    // An hour counts for a second.
    #expect(watch.look(at: loops.all, after: 3600).isEmpty)
  }

  @Test func aLoopThatIsAddedLaterHasItsOwnTime() {
    let first = loops.add("first")
    var watch = ProgressWatch(longest: 3)
    for _ in 0..<5 {
      first.beat()
      #expect(watch.look(at: loops.all, after: 1).isEmpty)
    }
    _ = loops.add("later")
    for second in 0...3 {
      first.beat()
      #expect(watch.look(at: loops.all, after: 1) == (second == 3 ? ["later"] : []))
    }
  }

  @Test func withoutALoopNothingHangs() {
    var watch = ProgressWatch()
    #expect(watch.look(at: [], after: 1).isEmpty)
  }
}
