public import Quantities

/// The chips that the daemon reads, and the other chips that answered on its buses
/// (docs/protocol.md: `devices`). Sent on `watch` and when it changes.
public struct DevicesMessage: Equatable, Sendable {
  /// A bus that the daemon scans.
  public struct Bus: Equatable, Sendable {
    /// The name in the configuration, or the adapter's name.
    public var name: String
    /// Why the bus cannot be used and what to do, in words; `nil` for a usable bus.
    public var error: String?

    public init(name: String, error: String? = nil) {
      self.name = name
      self.error = error
    }
  }

  /// A chip that answered on a bus, or a sensor of the kernel.
  public struct Device: Equatable, Sendable {
    /// Whether the chip measures.
    public enum Status: String, CaseIterable, Sendable {
      /// The chip was found and has not measured yet.
      case starting
      /// Measurements arrive.
      case measuring
      /// No measurements arrive; the daemon keeps trying.
      case failed
    }

    /// The bus's name; `nil` if the daemon does not know the bus.
    public var bus: String?
    /// The 7-bit address on the bus.
    public var address: UInt8?
    /// The name in the datasheet, or the kernel driver's name for it; `nil` for an unknown chip.
    public var chip: String?
    /// The project's driver, or `iio` for the kernel's; `nil` if no driver reads the chip.
    public var driver: String?
    /// How the chip was identified: registers and their values, as `0x00=0x80`, or the kernel's
    /// folder.
    public var evidence: [String]
    /// A description in words.
    public var note: String
    /// `nil` if no driver reads the chip.
    public var status: Status?
    /// What is wrong and what to do, in words; `nil` if no fault is known.
    public var fault: String?
    /// The quantities that the chip has measured so far.
    public var measures: [StateMessage.Sensor.Kind] = []
    /// The quantities for which the pipeline uses this chip first.
    public var primaryFor: [StateMessage.Sensor.Kind] = []
    /// The rate that was set up, Hz; `nil` if it is not known.
    public var askedRateHz: Double?
    /// The achieved rate, Hz; `nil` while the chip does not measure, and in the first second.
    public var rateHz: Double?
    /// The number of failed transfers.
    public var errors = 0
    /// The number of set-ups after the first.
    public var resets = 0

    public init(
      bus: String?, address: UInt8?, chip: String?, driver: String?, evidence: [String],
      note: String, status: Status? = nil, fault: String? = nil
    ) {
      self.bus = bus
      self.address = address
      self.chip = chip
      self.driver = driver
      self.evidence = evidence
      self.note = note
      self.status = status
      self.fault = fault
    }
  }

  public var sequence: UInt64
  public var time: Timestamp
  public var buses: [Bus]
  public var devices: [Device]

  public init(sequence: UInt64, time: Timestamp, buses: [Bus], devices: [Device]) {
    self.sequence = sequence
    self.time = time
    self.buses = buses
    self.devices = devices
  }
}

extension DevicesMessage {
  /// The relative difference from which a rate counts as changed. The error of a chip's own clock
  /// and of a count over one second is smaller.
  private static let rateTolerance = 0.05

  /// Whether the message differs from `other`, an earlier one, by more than small changes of rates.
  package func isNews(since other: DevicesMessage) -> Bool {
    guard buses == other.buses, devices.count == other.devices.count else { return true }
    return zip(devices, other.devices).contains { now, before in
      var same = now
      if let rate = now.rateHz, let old = before.rateHz,
        abs(rate - old) <= Self.rateTolerance * old
      {
        same.rateHz = before.rateHz
      }
      return same != before
    }
  }
}
