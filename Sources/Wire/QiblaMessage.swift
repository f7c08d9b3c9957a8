public import Quantities

/// The way to the target from here (docs/protocol.md: `qibla`); sent on watch and when it changes.
public struct QiblaMessage: Equatable, Sendable {
  /// Where the bearing needs a remark.
  public enum Note: String, CaseIterable, Sendable {
    case none
    /// 15 m of position error move the bearing by more than 1°.
    case nearKaaba = "near_kaaba"
    /// Within 100 m.
    case atKaaba = "at_kaaba"
    /// Every direction leads there.
    case antipode
    /// The bearing depends on what north means there.
    case pole
  }

  /// Which of the ways to draw a straight line on the Earth.
  public enum Method: String, CaseIterable, Sendable {
    /// On a sphere.
    case greatCircle = "great_circle"
    /// The shortest way on the WGS84 ellipsoid.
    case geodesic
    /// The way of one bearing throughout, on a sphere.
    case rhumb
  }

  /// The bearings by each method; `nil` where no one direction leads there.
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

  /// Where the pointer leads.
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
  /// By `method`; `nil` where no one direction leads there, and where none is claimed.
  public var bearing: Azimuth<TrueNorth>?
  /// What `bearing` goes by; `nil` without one.
  public var method: Method?
  /// For those who want another method; all `nil` where `note` is `at_kaaba`.
  public var bearings: Bearings
  /// On the WGS84 ellipsoid.
  public var distanceKilometres: Double
  /// Degrees, from the position's own error; 68 % lie within.
  public var error68Degrees: Double?
  public var note: Note
  /// Where the position comes from that this is the way from; `nil` from an older server.
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
