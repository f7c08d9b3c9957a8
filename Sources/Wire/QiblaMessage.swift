public import Quantities

/// Bearing and distance from here to the target (docs/protocol.md: `qibla`). Sent on `watch` and
/// when it changes.
public struct QiblaMessage: Equatable, Sendable {
  /// A special case of the position, in which the bearing is sensitive or undefined.
  public enum Note: String, CaseIterable, Sendable {
    case none
    /// 15 m of position error change the bearing by more than 1°.
    case nearKaaba = "near_kaaba"
    /// Within 100 m of the Kaaba.
    case atKaaba = "at_kaaba"
    /// Opposite the Kaaba on the Earth: every direction leads to it.
    case antipode
    /// At a pole: every direction is south or north.
    case pole
  }

  /// How the line to the target is drawn on the Earth.
  public enum Method: String, CaseIterable, Sendable {
    /// The shortest line on a sphere.
    case greatCircle = "great_circle"
    /// The shortest line on the WGS84 ellipsoid.
    case geodesic
    /// The line of constant bearing, on a sphere.
    case rhumb
  }

  /// The bearings by each method; `nil` if the bearing is not defined.
  public struct Bearings: Equatable, Sendable {
    public var greatCircle: Azimuth<TrueNorth>?
    public var geodesic: Azimuth<TrueNorth>?
    public var rhumb: Azimuth<TrueNorth>?

    public init(
      greatCircle: Azimuth<TrueNorth>? = nil, geodesic: Azimuth<TrueNorth>? = nil,
      rhumb: Azimuth<TrueNorth>? = nil
    ) {
      self.greatCircle = greatCircle
      self.geodesic = geodesic
      self.rhumb = rhumb
    }
  }

  /// The point that the pointer shows.
  public struct Target: Equatable, Sendable {
    public var name: String
    public var coordinates: Coordinates

    public init(name: String, coordinates: Coordinates) {
      self.name = name
      self.coordinates = coordinates
    }
  }

  public var sequence: UInt64
  public var time: Timestamp
  /// The bearing by `method`; `nil` if it is not defined, and within 100 m of the Kaaba.
  public var bearing: Azimuth<TrueNorth>?
  /// The method of `bearing`; `nil` without a bearing.
  public var method: Method?
  /// The bearings by all methods; all `nil` if `note` is `atKaaba`.
  public var bearings: Bearings
  /// Kilometres on the WGS84 ellipsoid.
  public var distanceKilometres: Double
  /// Error of the bearing from the position's error, degrees; 68 % lie within.
  public var error68Degrees: Double?
  public var note: Note
  /// Where the position comes from; `nil` from an older server.
  public var positionStatus: StateMessage.Position.Status?
  public var target: Target

  public init(
    sequence: UInt64, time: Timestamp, bearing: Azimuth<TrueNorth>?, method: Method? = nil,
    bearings: Bearings = Bearings(), distanceKilometres: Double, error68Degrees: Double?,
    note: Note, positionStatus: StateMessage.Position.Status? = nil, target: Target
  ) {
    self.sequence = sequence
    self.time = time
    self.bearing = bearing
    self.method = method
    self.bearings = bearings
    self.distanceKilometres = distanceKilometres
    self.error68Degrees = error68Degrees
    self.note = note
    self.positionStatus = positionStatus
    self.target = target
  }
}
