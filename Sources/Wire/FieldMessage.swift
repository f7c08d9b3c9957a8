package import JSON
public import Quantities

/// The magnetic field as it is measured, as the filter has learned it here, and as the magnetic model has it
/// (docs/protocol.md: `field`).
public struct FieldMessage: Equatable, Sendable {
  /// Strength and inclination of a field.
  public struct Field: Equatable, Sendable {
    /// µT.
    public var strength: Double?
    /// Degrees below the horizontal; `nil` where the attitude is not known.
    public var inclinationDegrees: Double?
    /// The horizontal part, µT; `nil` in the same case.
    public var horizontal: Double?

    public init(strength: Double?, inclinationDegrees: Double?, horizontal: Double?) {
      (self.strength, self.inclinationDegrees) = (strength, inclinationDegrees)
      self.horizontal = horizontal
    }
  }

  public var sequence: UInt64
  public var time: Timestamp
  public var status: StateMessage.Interference.Status
  /// What disturbs; `nil` while nothing does, and where it is not known.
  public var kind: StateMessage.Interference.Kind?
  /// The calibrated field in the body frame, µT: x forward, y right, z down; `nil` where none was measured since
  /// the message before.
  public var vector: Vector3?
  public var measured: Field
  /// The Earth's field as the filter has learned it.
  public var reference: Field
  /// By the magnetic model; `nil` without position or date.
  public var expected: Field
  /// What is added to the reference field, body frame, µT; `nil` where `kind` is.
  public var disturbance: StateMessage.Interference.Disturbance?

  public init(
    sequence: UInt64, time: Timestamp, status: StateMessage.Interference.Status,
    kind: StateMessage.Interference.Kind? = nil, vector: Vector3? = nil,
    measured: Field = .unknown, reference: Field = .unknown, expected: Field = .unknown,
    disturbance: StateMessage.Interference.Disturbance? = nil
  ) {
    (self.sequence, self.time, self.status, self.kind) = (sequence, time, status, kind)
    (self.vector, self.measured, self.reference) = (vector, measured, reference)
    (self.expected, self.disturbance) = (expected, disturbance)
  }
}

extension FieldMessage.Field {
  /// Nothing is known of it.
  public static let unknown = Self(strength: nil, inclinationDegrees: nil, horizontal: nil)
}

extension FieldMessage: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginMessage("field", sequence, time)
    writer.member("status", status.rawValue)
    writer.member("kind", kind?.rawValue)
    writer.member("field_ut", vector, decimals: 2)
    writer.member("strength_ut", measured.strength, decimals: 2)
    writer.member("inclination_deg", measured.inclinationDegrees, decimals: 2)
    writer.member("horizontal_ut", measured.horizontal, decimals: 2)
    writer.member("reference_strength_ut", reference.strength, decimals: 2)
    writer.member("reference_inclination_deg", reference.inclinationDegrees, decimals: 2)
    writer.member("reference_horizontal_ut", reference.horizontal, decimals: 2)
    writer.member("expected_strength_ut", expected.strength, decimals: 2)
    writer.member("expected_inclination_deg", expected.inclinationDegrees, decimals: 2)
    writer.member("expected_horizontal_ut", expected.horizontal, decimals: 2)
    let added = disturbance.map { Vector3($0.x, $0.y, $0.z) }
    writer.member("disturbance_ut", added, decimals: 1)
    writer.endObject()
  }

  init(_ members: Members) throws(MessageError) {
    func field(_ prefix: String) throws(MessageError) -> Field {
      Field(
        strength: try members.number(prefix + "strength_ut"),
        inclinationDegrees: try members.number(prefix + "inclination_deg"),
        horizontal: try members.number(prefix + "horizontal_ut"))
    }
    self.init(
      sequence: try members.sequence(), time: try members.time(),
      status: try members.required("status", members.word("status")),
      kind: try members.word("kind"), vector: try members.vector("field_ut"),
      measured: try field(""), reference: try field("reference_"),
      expected: try field("expected_"),
      disturbance: try members.vector("disturbance_ut").map { .init(x: $0.x, y: $0.y, z: $0.z) })
  }
}

extension JSONWriter {
  mutating func member(_ name: StaticString, _ vector: Vector3?, decimals: Int) {
    guard let vector else { return }
    key(name)
    beginArray()
    for value in [vector.x, vector.y, vector.z] { number(value, decimals: decimals) }
    endArray()
  }
}

extension Members {
  /// Three numbers.
  func vector(_ key: String) throws(MessageError) -> Vector3? {
    try optional(key, "an array of three numbers") { value in
      guard let numbers = value.array?.compactMap(\.number), numbers.count == 3,
        value.array?.count == 3
      else { return nil }
      return Vector3(numbers[0], numbers[1], numbers[2])
    }
  }
}
