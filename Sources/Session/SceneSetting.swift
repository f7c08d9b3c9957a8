package import Geomagnetism
import Qibla
package import Quantities
package import Simulation

extension Scene {
  /// Where and when a simulation takes place.
  package struct Setting: Sendable {
    package var position: Position
    /// µs since 1970.
    package var utcMicroseconds: Int64
    /// In place of the model's.
    package var declination: Declination?
    /// What the device is turned to.
    package var target: Coordinates
    /// What says how the Earth's field is there.
    package var model: GeomagneticModel

    /// - Parameters:
    ///   - position: London where nothing is said.
    ///   - utcMicroseconds: the middle of the model's years where nothing is said.
    ///   - target: the Kaaba where nothing is said.
    package init(
      position: Position? = nil, utcMicroseconds: Int64? = nil, declination: Declination? = nil,
      target: Coordinates? = nil, model: GeomagneticModel = .wmm2025
    ) {
      self.position = position ?? Self.london
      self.utcMicroseconds = utcMicroseconds ?? Self.middle(of: model)
      self.declination = declination
      self.target = target ?? kaaba
      self.model = model
    }

    private static func middle(of model: GeomagneticModel) -> Int64 {
      guard let middle = UTCTime.microseconds(decimalYear: model.epoch + 2.5) else {
        preconditionFailure("a model's epoch is a year of ours")
      }
      return middle
    }

    private static let london: Position = {
      do {
        return try Position(
          coordinates: try Coordinates(latitude: 51.5074, longitude: -0.1278))
      } catch {
        preconditionFailure("London lies on the Earth: \(error)")
      }
    }()
  }

  /// The scene of a person who looks for the Qibla, in the field that the Earth has there.
  package static func turnThroughQibla(in setting: Setting) -> Scene {
    let place = setting.position.coordinates
    let qibla = initialBearing(from: place, to: setting.target) ?? Azimuth(degrees: 0)
    return .turnThroughQibla(qibla, earth: setting.earth)
  }
}

extension Scene.Setting {
  /// The field that the Earth has there and then, with the declination that was given.
  package var earth: Scene.EarthField {
    let found = model.evaluate(
      at: position.coordinates, altitudeMetres: 0,
      decimalYear: UTCTime.decimalYear(microseconds: utcMicroseconds))
    guard let declination = declination ?? found.field.declination else {
      preconditionFailure("the field of a place on the Earth is finite")
    }
    return Scene.EarthField(
      strength: found.field.total / 1000, inclinationDegrees: found.field.inclinationDegrees,
      declination: declination)
  }
}
