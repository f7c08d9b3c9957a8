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
