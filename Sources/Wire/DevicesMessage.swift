public import Quantities

/// The sensors that the daemon reads, and what else answered where it looked (docs/protocol.md: `devices`);
/// sent on watch and when it changes.
public struct DevicesMessage: Equatable, Sendable {
  /// A bus that is looked at.
  public struct Bus: Equatable, Sendable {
    /// As it was asked for, or its adapter's name.
    public var name: String
    /// Why it cannot be used, in words with what to do; `nil` where it can.
    public var error: String?

    public init(name: String, error: String? = nil) {
      self.name = name
      self.error = error
    }
  }

  /// Something that answers.
  public struct Device: Equatable, Sendable {
    /// How it does.
    public enum Status: String, CaseIterable, Sendable {
      /// It was found, and has measured nothing yet.
      case starting
      /// It measures.
      case measuring
      /// It does not measure; it is tried again.
      case failed
    }

    /// `nil` where it is on none that the daemon knows.
    public var bus: String?
    /// Of 7 bits.
    public var address: UInt8?
    /// As on its datasheet, or as the kernel's driver calls it; `nil` where it is none that is known.
    public var chip: String?
    /// Of the project's, or `iio` for the kernel's; `nil` where nothing reads it.
    public var driver: String?
    /// What it is known by: registers that were read, as `0x00=0x80`, or the kernel's folder.
    public var evidence: [String]
    /// What it is, in words.
    public var note: String
    /// `nil` where nothing reads it.
    public var status: Status?
    /// What is wrong with it, in words with what to do; `nil` where nothing is known to be.
    public var fault: String?
    /// What it has measured so far.
    public var measures: [StateMessage.Sensor.Kind] = []
    /// What it is the one that counts for.
    public var primaryFor: [StateMessage.Sensor.Kind] = []
    /// Measurements a second, as it was set up; `nil` where nobody knows.
    public var askedRateHz: Double?
    /// Measurements a second, as achieved; `nil` where it does not measure, and at first.
    public var rateHz: Double?
    /// Failed transfers.
    public var errors = 0
    /// Set-ups after the first.
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
  /// A rate that differs by more than this part of itself is another rate; a chip's own clock and a
  /// count over one second differ by less.
  private static let rateTolerance = 0.05

  /// Whether it says something that `other`, an earlier one, did not: a rate that is nearly the same is
  /// nothing new.
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
