package import Quantities

/// A scene that a command or a test can ask for by its name.
package struct NamedScene: Sendable {
  /// Lower-case words with hyphens.
  package let name: String
  /// One line: what happens.
  package let summary: String
  /// s that it is meant to last; it goes on after them, with nothing new.
  package let seconds: Double
  /// Where it takes place, if it does so at one place only.
  package let place: Coordinates?
  private let makeWorld: @Sendable (Scene.EarthField) -> World
  private let alter: @Sendable (inout Device) -> Void

  /// - Parameters:
  ///   - world: the scene's world where the Earth's field is such.
  ///   - alter: what the scene changes of a device.
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

  /// What happens where the Earth's field is `earth`.
  package func world(_ earth: Scene.EarthField) -> World { makeWorld(earth) }

  /// `device` as it is in this scene.
  package func altered(_ device: Device) -> Device {
    var device = device
    alter(&device)
    return device
  }

  /// Every scene, ordinary ones first; no name twice.
  package static let all: [NamedScene] = motions + hardMotions + magnets + faults + gyroFaults

  /// The scene of that name, or `nil`.
  package static func named(_ name: String) -> NamedScene? { all.first { $0.name == name } }
}
