public import Quantities

/// How well sensors, ticks and clients do (docs/protocol.md: `stats`); sent once a second.
public struct StatsMessage: Equatable, Sendable {
  /// Why a transfer failed.
  public enum TransferError: String, CaseIterable, Sendable {
    /// Nothing answered.
    case noAcknowledge = "no_acknowledge"
    /// The bus did not become free.
    case timeout
    /// Fewer bytes came than were asked for.
    case shortRead = "short_read"
    /// The adapter or the kernel's device is gone.
    case gone
    /// The adapter or the kernel refused.
    case refused
  }

  /// The 60 Hz grid.
  public struct Ticks: Equatable, Sendable {
    /// In the last second.
    public var count: Int
    /// Since the start: those that came when the next one was due.
    public var missed: Int
    /// µs by which the interval between two ticks differed from an even one, for half of them.
    public var jitterP50: Int64?
    /// The same for 99 %.
    public var jitterP99: Int64?

    public init(count: Int, missed: Int, jitterP50: Int64? = nil, jitterP99: Int64? = nil) {
      self.count = count
      self.missed = missed
      self.jitterP50 = jitterP50
      self.jitterP99 = jitterP99
    }
  }

  /// One sensor.
  public struct Device: Equatable, Sendable {
    public var bus: String?
    /// Of 7 bits.
    public var address: UInt8?
    public var chip: String
    /// Measurements a second in the last whole second; `nil` where it does not measure, and at first.
    public var rateHz: Double?
    /// µs by which two intervals in a row differed, for half of them.
    public var jitterP50: Int64?
    /// The same for 99 %.
    public var jitterP99: Int64?
    /// Measurements since the start.
    public var samples = 0
    /// Failed transfers since the start, those kinds only that there were.
    public var errors: [TransferError: Int] = [:]
    /// How often each fault was found since the start; a fault that never was is left out.
    public var faults: [SensorFault: Int] = [:]
    /// Set-ups after the first.
    public var resets = 0
    /// Measurements beyond the chip's range.
    public var overflows = 0

    public init(bus: String?, address: UInt8?, chip: String) {
      self.bus = bus
      self.address = address
      self.chip = chip
    }
  }

  /// The connection to gpsd.
  public struct GPSD: Equatable, Sendable {
    /// Lines of gpsd's since the start.
    public var lines: Int
    /// Lines that were skipped since the start: too long, or not gpsd's.
    public var linesRefused: Int
    /// s for which the thread that reads them has not gone on; `nil` where it goes on.
    public var stuckSeconds: Double?

    public init(lines: Int, linesRefused: Int, stuckSeconds: Double? = nil) {
      self.lines = lines
      self.linesRefused = linesRefused
      self.stuckSeconds = stuckSeconds
    }
  }

  /// One connection.
  public struct Client: Equatable, Sendable {
    /// Counts connections from 1.
    public var number: Int
    /// Lines that wait for it now.
    public var queue: Int
    /// Lines that it should have got and did not, because it was too slow.
    public var dropped: Int

    public init(number: Int, queue: Int, dropped: Int) {
      self.number = number
      self.queue = queue
      self.dropped = dropped
    }
  }

  public var sequence: UInt64
  public var time: Timestamp
  public var ticks: Ticks
  public var devices: [Device]
  /// Measurements that were thrown away because the pipeline got no processor for seconds.
  public var samplesDropped: Int
  /// All connections.
  public var clientCount: Int
  /// At most 32 of them, those with the most drops first.
  public var clients: [Client]
  /// `nil` where gpsd is not asked.
  public var gpsd: GPSD?

  public init(
    sequence: UInt64, time: Timestamp, ticks: Ticks, devices: [Device], samplesDropped: Int,
    clientCount: Int, clients: [Client]
  ) {
    self.sequence = sequence
    self.time = time
    self.ticks = ticks
    self.devices = devices
    self.samplesDropped = samplesDropped
    self.clientCount = clientCount
    self.clients = clients
  }
}
