import Randomness
import Testing
import Wire

@testable import Publisher

struct RequestFramerTests {
  private func items(_ framer: inout RequestFramer) -> [RequestFramer.Item] {
    var items: [RequestFramer.Item] = []
    while let item = framer.next() { items.append(item) }
    return items
  }

  @Test func theCutsOfTheSocketDoNotMatter() {
    var generator = SeededGenerator(seed: 12)
    let lengths = [0, 1, 4094, 4095, 4096, 5, 9000, 2, 4096, 4095, 12_288, 3]
    let stream = lengths.flatMap { Array(repeating: UInt8(ascii: "a"), count: $0) + [0x0A] }
    for _ in 0..<200 {
      var framer = RequestFramer()
      var seen: [Int?] = []
      var rest = stream[...]
      while !rest.isEmpty {
        let count = min(rest.count, Int.random(in: 1...5000, using: &generator))
        framer.append(rest.prefix(count))
        rest = rest.dropFirst(count)
        for item in items(&framer) {
          if case .line(let line) = item { seen.append(line.count) } else { seen.append(nil) }
        }
      }
      #expect(seen == lengths.map { $0 < Limits.requestBytes ? $0 : nil })
      #expect(framer.last() == nil)
    }
  }

  @Test func whatTheClientEndsWithoutALineFeedIsALine() {
    var framer = RequestFramer()
    framer.append("a\nwatch".utf8)
    #expect(items(&framer) == [.line(Array("a".utf8)[...])])
    #expect(framer.last() == .line(Array("watch".utf8)[...]))
    #expect(framer.last() == nil)
  }

  @Test func theRestOfATooLongLineIsNotALine() {
    var framer = RequestFramer()
    framer.append(Array(repeating: UInt8(ascii: "a"), count: 5000))
    #expect(items(&framer) == [.tooLong])
    framer.append("watch".utf8)
    #expect(items(&framer).isEmpty)
    #expect(framer.last() == nil)
  }
}
