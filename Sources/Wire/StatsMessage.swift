public import Quantities

/// Counters and timing of sensors, ticks and clients (docs/protocol.md: `stats`). Sent once a
/// second.
public struct StatsMessage: Equatable, Sendable {
  /// Why a transfer failed.
  public enum TransferError: String, CaseIterable, Sendable {
    /// No chip acknowledged the address.
    case noAcknowledge = "no_acknowledge"
    /// The bus did not become free.
    case timeout
    /// Fewer bytes arrived than requested.
    case shortRead = "short_read"
    /// The adapter or the kernel's device was removed.
    case gone
    /// The adapter or the kernel refused the transfer.
    case refused
  }

  /// The 60 Hz grid.
  public struct Ticks: Equatable, Sendable {
    /// Ticks in the last second.
    public var count: Int
    /// Ticks since the start that came a whole interval or more too late.
    public var missed: Int
    /// Median difference between an interval and the nominal one, µs.
    public var jitterP50: Int64?
    /// The same, 99th percentile.
    public var jitterP99: Int64?

    public init(count: Int, missed: Int, jitterP50: Int64? = nil, jitterP99: Int64? = nil) {
      self.count = count
      self.missed = missed
      self.jitterP50 = jitterP50
      self.jitterP99 = jitterP99
    }
  }

  /// One chip.
  public struct Device: Equatable, Sendable {
    public var bus: String?
    /// The 7-bit address on the bus.
    public var address: UInt8?
    public var chip: String
    /// The rate of the last whole second, Hz; `nil` while the chip does not measure, and at first.
    public var rateHz: Double?
    /// Median difference between two successive intervals, µs.
    public var jitterP50: Int64?
    /// The same, 99th percentile.
    public var jitterP99: Int64?
    /// Measurements since the start.
    public var samples = 0
    /// Failed transfers since the start, by kind; kinds without any are absent.
    public var errors: [TransferError: Int] = [:]
    /// Faults since the start, by kind; kinds without any are absent.
    public var faults: [SensorFault: Int] = [:]
    /// The number of set-ups after the first.
    public var resets = 0
    /// The number of measurements beyond the chip's range.
    public var overflows = 0

    public init(bus: String?, address: UInt8?, chip: String) {
      self.bus = bus
      self.address = address
      self.chip = chip
    }
  }

  /// The connection to gpsd.
  public struct GPSD: Equatable, Sendable {
    /// Lines received from gpsd since the start.
    public var lines: Int
    /// Lines skipped since the start: too long, or not of gpsd's protocol.
    public var linesRefused: Int
    /// Seconds since the reading thread last made progress; `nil` while it works.
    public var stuckSeconds: Double?

    public init(lines: Int, linesRefused: Int, stuckSeconds: Double? = nil) {
      self.lines = lines
      self.linesRefused = linesRefused
      self.stuckSeconds = stuckSeconds
    }
  }

  /// One connection.
  public struct Client: Equatable, Sendable {
    /// The connection's number, from 1.
    public var number: Int
    /// Lines that wait to be sent.
    public var queue: Int
    /// Lines that were dropped because the client was too slow.
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
  /// Measurements dropped because the pipeline's thread did not run for seconds.
  public var samplesDropped: Int
  /// The number of all connections.
  public var clientCount: Int
  /// At most 32 connections, those with the most drops first.
  public var clients: [Client]
  /// `nil` if the daemon does not use gpsd.
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
