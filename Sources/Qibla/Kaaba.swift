package import Quantities

/// The Kaaba in Mecca: 21.4225241° N, 39.8261818° E.
///
/// - Source: the value of the Adhan libraries (`Qibla.swift` of batoulapps/adhan-swift); the sources
///   in use agree to 5 m.
package let kaaba = KaabaCoordinates.value

private enum KaabaCoordinates {
  static let value: Coordinates = {
    do { return try Coordinates(latitude: 21.4225241, longitude: 39.8261818) } catch {
      preconditionFailure("the Kaaba lies on the Earth: \(error)")
    }
  }()
}
