/// The buses to scan: the one that the user named, or all buses for sensors.
package struct ChosenBuses: Sendable {
  package let names: [I2CBusName]
  /// The number of the named bus; `nil` if no bus was named, or it is absent.
  private let number: Int?
  private let isNamed: Bool

  /// - Parameter name: the name of the only bus; `nil` for all.
  package init(named name: String?, among adapters: [I2CAdapter]) {
    let bus = name.map { I2CBusName($0) }
    names = bus.map { [$0] } ?? I2CBusName.likely(among: adapters)
    // If the bus is absent or the name ambiguous, opening it gives the error.
    number = (try? bus?.adapter(among: adapters))?.number
    isNamed = bus != nil
  }

  /// Whether to use a chip that has a kernel driver.
  ///
  /// - Parameter bus: the number of its bus; `nil` if it is not on an I²C bus.
  package func includeKernelDevice(onBus bus: Int?) -> Bool {
    isNamed ? bus != nil && bus == number : true
  }
}

extension I2CBusName {
  /// Bus 1, as on a Raspberry Pi: the name to report while there is no bus at all.
  package static let usual = I2CBusName("1")

  /// The buses for sensors; the usual one if there is none yet.
  package static func likely(among adapters: [I2CAdapter]) -> [I2CBusName] {
    let likely = adapters.filter { $0.purpose == .users }
    return likely.isEmpty ? [usual] : likely.map { I2CBusName($0) }
  }
}
