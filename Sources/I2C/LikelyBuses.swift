/// Which buses are looked at: one that was named, or all that are for chips.
package struct ChosenBuses: Sendable {
  package let names: [I2CBusName]
  /// The number of the bus that was named; `nil` where none was, or it is not there.
  private let number: Int?
  private let isNamed: Bool

  /// - Parameter name: of the only one; `nil` for all.
  package init(named name: String?, among adapters: [I2CAdapter]) {
    let bus = name.map { I2CBusName($0) }
    names = bus.map { [$0] } ?? I2CBusName.likely(among: adapters)
    // Not there, or one of several: whoever opens it says so.
    number = (try? bus?.adapter(among: adapters))?.number
    isNamed = bus != nil
  }

  /// Whether a chip is meant that a driver of the kernel has.
  ///
  /// - Parameter bus: the number of its bus; `nil` where it is on none.
  package func includeKernelDevice(onBus bus: Int?) -> Bool {
    isNamed ? bus != nil && bus == number : true
  }
}

extension I2CBusName {
  /// Bus 1, a Raspberry Pi's: what is asked for where there is no bus at all.
  package static let usual = I2CBusName("1")

  /// The buses that are for chips; the usual one where there is none yet.
  package static func likely(among adapters: [I2CAdapter]) -> [I2CBusName] {
    let likely = adapters.filter { $0.purpose == .users }
    return likely.isEmpty ? [usual] : likely.map { I2CBusName($0) }
  }
}
