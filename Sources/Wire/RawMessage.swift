package import JSON
public import Quantities

/// A measurement of one chip as it came: along the chip's axes, before mount and calibration
/// (docs/protocol.md: `raw`).
public struct RawMessage: Equatable, Sendable {
  public var sequence: UInt64
  /// When it was measured.
  public var time: Timestamp
  /// Which chip: the `id` of a recording.
  public var id: Int
  /// µT.
  public var magneticField: Vector3?
  /// Specific force, m/s².
  public var acceleration: Vector3?
  /// Degrees a second.
  public var angularRate: Vector3?
  /// °C, of the chip.
  public var temperatureCelsius: Double?

  public init(
    sequence: UInt64, time: Timestamp, id: Int, magneticField: Vector3? = nil,
    acceleration: Vector3? = nil, angularRate: Vector3? = nil, temperatureCelsius: Double? = nil
  ) {
    (self.sequence, self.time, self.id) = (sequence, time, id)
    (self.magneticField, self.acceleration) = (magneticField, acceleration)
    (self.angularRate, self.temperatureCelsius) = (angularRate, temperatureCelsius)
  }
}

extension RawMessage: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginMessage("raw", sequence, time)
    writer.member("id", id)
    writer.member("mag_ut", magneticField, decimals: 3)
    writer.member("accel_mps2", acceleration, decimals: 4)
    writer.member("gyro_dps", angularRate, decimals: 4)
    writer.member("temperature_c", temperatureCelsius, decimals: 2)
    writer.endObject()
  }

  init(_ members: Members) throws(MessageError) {
    self.init(
      sequence: try members.sequence(), time: try members.time(), id: try members.count("id"),
      magneticField: try members.vector("mag_ut"),
      acceleration: try members.vector("accel_mps2"),
      angularRate: try members.vector("gyro_dps"),
      temperatureCelsius: try members.number("temperature_c"))
  }
}
