/// Which buses are looked at: one that was named, or all where sensors may be.
package struct ChosenBuses: Sendable {
  package let names: [I2CBusName]
  /// The number of the bus that was named; `nil` where none was, or it is not there.
  private let number: Int?
  private let isNamed: Bool

  /// - Parameter name: of the only one; `nil` for all.
  package init(named name: String?, among adapters: [I2CAdapter]) {
    let bus = name.map { I2CBusName($0) }
    names = bus.map { [$0] } ?? I2CBusName.likely(among: adapters)
    number = bus?.adapter(among: adapters)?.number
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
  /// The first buses of adapters that serve displays and memory modules; sensors are not there, and a
  /// stray question may disturb what is.
  private static let others = [
    "SMBus I801", "SMBus PIIX4", "i915", "AMDGPU", "Radeon", "nvkm", "NVIDIA", "DPDDC", "fef04500",
    "fef09500",
  ]

  /// The buses where sensors may be, by name; bus 1, a Raspberry Pi's, where there is none yet.
  package static func likely(among adapters: [I2CAdapter]) -> [I2CBusName] {
    let likely = adapters.filter { adapter in
      !others.contains { adapter.name.hasPrefix($0) } && !adapter.name.contains("HDMI")
    }
    return likely.isEmpty ? [I2CBusName("1")] : likely.map { I2CBusName($0, among: adapters) }
  }
}
