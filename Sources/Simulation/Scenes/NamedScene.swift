package import Quantities

/// A scene that a command or a test chooses by name.
package struct NamedScene: Sendable {
  /// Lower-case words with hyphens.
  package let name: String
  /// The events in one line.
  package let summary: String
  /// The duration of its events, s; it continues without events after that.
  package let seconds: Double
  /// The place of a scene that needs a certain place; otherwise `nil`.
  package let place: Coordinates?
  private let makeWorld: @Sendable (Scene.EarthField) -> World
  private let alter: @Sendable (inout Device) -> Void

  /// - Parameters:
  ///   - world: returns the scene's world for an Earth's field.
  ///   - alter: changes a device for the scene.
  package init(
    _ name: String, _ summary: String, seconds: Double, place: Coordinates? = nil,
    alter: @escaping @Sendable (inout Device) -> Void = { _ in },
    world: @escaping @Sendable (Scene.EarthField) -> World
  ) {
    self.name = name
    self.summary = summary
    self.seconds = seconds
    self.place = place
    self.alter = alter
    makeWorld = world
  }

  /// The world with the Earth's field `earth`.
  package func world(_ earth: Scene.EarthField) -> World { makeWorld(earth) }

  /// `device` with the changes of this scene.
  package func altered(_ device: Device) -> Device {
    var device = device
    alter(&device)
    return device
  }

  /// Every scene, ordinary ones first. Names are unique.
  package static let all: [NamedScene] = motions + hardMotions + magnets + faults + gyroFaults

  /// The scene with this name; `nil` if there is none.
  package static func named(_ name: String) -> NamedScene? { all.first { $0.name == name } }
}
