private import Glibc
import Quantities

extension NamedScene {
  /// The field is not only the Earth's, or has no horizontal part.
  static let magnets: [NamedScene] = [
    NamedScene("transient-magnet", "a magnet is carried past, twice", seconds: 90) {
      World(earth: $0, motion: .lookingRound(minutes: 2), magnets: passing)
    },
    NamedScene("place", "walks into another constant field at 30 s, and stays", seconds: 120) {
      let other = Magnet(
        .uniform(Vector3(-16, 21, -9)), in: .earth, during: Envelope(from: 30, ramp: 4))
      return World(earth: $0, motion: .lookingRound(minutes: 2), magnets: [other])
    },
    NamedScene("device-magnet", "a magnet sticks to the device from 20 s to 70 s", seconds: 120) {
      let clasp = Magnet(
        .dipole(Track(at: Vector3(0.04, -0.02, 0.03)), moment: Vector3(0.006, 0.015, -0.012)),
        in: .body, during: Envelope(from: 20, until: 70, ramp: 0.3))
      return World(earth: $0, motion: .lookingRound(minutes: 2), magnets: [clasp])
    },
    NamedScene(
      "speaker", "the device's speaker plays a bass of 41 Hz from 20 s to 50 s", seconds: 90
    ) {
      let coil = Magnet(
        .dipole(Track(at: Vector3(-0.01, 0.05, 0.02)), moment: Vector3(0, 0.02, 0.03)), in: .body,
        during: Envelope(from: 20, until: 50, ramp: 0.1), hertz: 41)
      return World(earth: $0, motion: .lookingRound(minutes: 2), magnets: [coil])
    },
    NamedScene(
      "field-turned-at-start", "the field is turned by 120° for the first 3 s", seconds: 60
    ) {
      let turned = Magnet(
        .induced(turnLessIdentity(degrees: 120)), in: .earth,
        during: Envelope(from: -.infinity, until: 3, ramp: 0.4))
      return World(earth: $0, motion: .lookingRound(minutes: 1), magnets: [turned])
    },
    NamedScene(
      "magnetic-pole", "where the field points straight down", seconds: 60, place: pole
    ) { _ in
      World(earth: fieldOfPole, motion: .lookingRound(minutes: 1))
    },
  ]

  /// A magnet in a hand, 0.27 m and 0.31 m away at its nearest, with some tens of µT there.
  private static let passing = [
    Magnet(
      .dipole(
        Track(x: Path(3).holding(20).moving(by: -6, over: 8), y: Path(0.25), z: Path(0.1)),
        moment: Vector3(2, -6, 3)), in: .earth, during: Envelope(from: 18, until: 30)),
    Magnet(
      .dipole(
        Track(x: Path(-0.2), y: Path(-3).holding(56).moving(by: 6, over: 6), z: Path(-0.24)),
        moment: Vector3(5, 1, 6)), in: .earth, during: Envelope(from: 54, until: 64)),
  ]

  /// A rotation about down minus the identity: the matrix whose product with a field must be added
  /// to rotate the field.
  private static func turnLessIdentity(degrees: Double) -> Matrix3 {
    let (sine, cosine) = (sin(degrees.inRadians), cos(degrees.inRadians))
    return Matrix3(
      Vector3(cosine - 1, -sine, 0), Vector3(sine, cosine - 1, 0), .zero)
  }

  /// WMM2025 in the middle of 2027: `qiblactl field 85.25 132 0 --date 2027-07-01` has an
  /// inclination of 89.99° and 57,915 nT there.
  private static let pole: Coordinates? = {
    do {
      return try Coordinates(latitude: 85.25, longitude: 132)
    } catch {
      preconditionFailure("the pole lies on the Earth: \(error)")
    }
  }()

  private static let fieldOfPole: Scene.EarthField = {
    do {
      return Scene.EarthField(
        strength: 57.9, inclinationDegrees: 90, declination: try Declination(degrees: 0))
    } catch {
      preconditionFailure("0 is a declination: \(error)")
    }
  }()
}
