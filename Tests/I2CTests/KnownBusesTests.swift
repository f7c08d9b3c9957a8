import I2C
import Testing

/// Buses that come and go keep their indices.
struct KnownBusesTests {
  private let header = I2CAdapter(
    number: 1, name: "bcm2835 (i2c@7e804000)", node: "/soc/i2c@7e804000")
  private let display = I2CAdapter(number: 2, name: "i915 gmbus dpa")

  private func usb(_ number: Int, device: Int, _ model: String = "i2c-tiny-usb") -> I2CAdapter {
    I2CAdapter(number: number, name: "\(model) at bus 001 device 00\(device)")
  }

  /// The numbers under which the buses are there after each of the listings; `nil` where one is
  /// not.
  private func numbers(_ listings: [I2CAdapter]..., only wanted: String? = nil) -> [[Int?]] {
    var known = KnownBuses(only: wanted.map { I2CBusName($0) })
    return listings.map { adapters in
      known.update(adapters)
      return (0..<known.count).map { index in
        do throws(I2CError) { return try known.adapter(of: index).number } catch { return nil }
      }
    }
  }

  @Test func aBusThatAppearsLaterGetsTheNextIndex() {
    #expect(
      numbers([], [display], [display, header], [display, header, usb(7, device: 4)])
        == [[], [], [1], [1, 7]])
  }

  @Test func aBusThatReturnsKeepsItsIndex() {
    let fixed = usb(3, device: 9, "other")
    #expect(
      numbers(
        [header, usb(7, device: 4), fixed], [header, fixed], [header, fixed, usb(7, device: 5)])
        == [[1, 7, 3], [1, nil, 3], [1, 7, 3]])
    // another number, and meanwhile another adapter has the old one
    #expect(
      numbers(
        [usb(7, device: 4)], [usb(7, device: 5, "other")],
        [usb(7, device: 5, "other"), usb(8, device: 6)])
        == [[7], [nil, 7], [8, 7]])
    // renumbered between two looks
    let moved = I2CAdapter(number: 4, name: header.name, node: header.node)
    #expect(numbers([header], [moved]) == [[1], [4]])
  }

  // Two that were there at once are two, whichever goes.
  @Test func twoAdaptersOfOneNameKeepTheirIndices() {
    let (here, there) = (usb(3, device: 4), usb(4, device: 5))
    #expect(
      numbers([here, there], [there], [usb(3, device: 6), there]) == [[3, 4], [nil, 4], [3, 4]])
    // each bus of a Pi 5's RP1 has the same name
    let twins = [1, 3].map { number in
      I2CAdapter(
        number: number, name: "Synopsys DesignWare I2C adapter", node: "/axi/rp1/i2c@7\(number)000")
    }
    #expect(numbers(twins, [twins[1]], [twins[1], twins[0]]) == [[1, 3], [nil, 3], [1, 3]])
  }

  // Two controllers of one chip differ by their nodes, which stay.
  @Test func anotherControllerIsAnotherBus() {
    let other = I2CAdapter(number: 1, name: "bcm2835 (i2c@7e205600)", node: "/soc/i2c@7e205600")
    #expect(numbers([header], [other]) == [[1], [nil, 1]])
  }

  @Test func withANamedBusOnlyThatBusIsKnownAlsoWhileItIsAbsent() {
    #expect(
      numbers(
        [], [header], [header, usb(7, device: 4)], [header, usb(9, device: 5)],
        only: "i2c-tiny-usb at bus 001 device 004")
        == [[nil], [nil], [7], [9]])
    // by number, also what is not for chips
    #expect(numbers([header, display], [header], only: "2") == [[2], [nil]])
    #expect(numbers([header, display], only: "/soc/i2c@7e804000") == [[1]])
  }

  @Test func anAmbiguousNameIsRefusedWithTheNumbersOfItsAdapters() {
    let name = "Synopsys DesignWare I2C adapter"
    let twins = [1, 3].map { I2CAdapter(number: $0, name: name, node: "/rp1/i2c@7\($0)000") }
    var known = KnownBuses(only: I2CBusName(name))
    known.update(twins)
    #expect(throws: I2CError.ambiguousBus(name: name, numbers: [1, 3])) {
      try known.adapter(of: 0)
    }
    #expect(
      "\(I2CError.ambiguousBus(name: name, numbers: [1, 3]))"
        == "2 I2C adapters have the name \(name); choose one by its number: 1, 3")
    for text in ["3", "i2c-3", "/rp1/i2c@73000", "3 (\(name))"] {
      #expect(numbers(twins, only: text) == [[3]])
    }
  }

  @Test func labelsDistinguishAdaptersOfOneNameAndFollowTheirNumber() {
    var known = KnownBuses()
    known.update([usb(3, device: 4), usb(4, device: 4)])
    #expect(known.label(of: 0) == "3 (i2c-tiny-usb at bus 001 device 004)")
    #expect(known.label(of: 1) == "4 (i2c-tiny-usb at bus 001 device 004)")
    known.update([usb(5, device: 6), usb(4, device: 4)])
    #expect(known.label(of: 0) == "5 (i2c-tiny-usb at bus 001 device 006)")
  }

  @Test func noMoreBusesAreKnownThanThereAreIndices() {
    var known = KnownBuses()
    known.update((0..<200).map { I2CAdapter(number: $0, name: "adapter \($0)") })
    #expect(known.count == KnownBuses.maximumCount)
  }
}
