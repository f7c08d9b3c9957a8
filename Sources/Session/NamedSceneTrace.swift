import JSON
import Quantities
package import Simulation
package import Trace

/// A named scene with a device as a trace: its header, its samples and the truth about each.
package struct NamedSceneTrace {
  private let scene: NamedScene
  private let setting: Scene.Setting
  private let device: Device
  private let world: World
  private let inertial: Quaternion

  /// - Parameters:
  ///   - device: before the scene has changed anything of it.
  ///   - setting: the place and its field; its target plays no part.
  package init(_ scene: NamedScene, device: Device, setting: Scene.Setting) {
    self.scene = scene
    self.setting = setting
    var device = scene.altered(device)
    if device.calibration != .given {
      // It was made where the scene takes place.
      device.calibration?.radius = setting.earth.strength
      device.calibration?.inclination = setting.earth.inclinationDegrees.inRadians
    }
    self.device = device
    world = scene.world(setting.earth)
    inertial = Quaternion(device.mount.inertial)
  }

  /// What the device measures, without end.
  package func samples(seed: UInt64) -> SimulatedSamples {
    SimulatedSamples(world: world, device: device, seed: seed)
  }

  /// The first line: what it is, the calibration that the device has, where and when it takes place,
  /// and the undisturbed field.
  ///
  /// - Parameter source: what made it, in words.
  package func header(source: String) -> TraceHeader {
    let isGiven = device.calibration == .given
    let field = world.undisturbed
    var header = TraceHeader(
      name: scene.name, source: source, sensor: "simulated \(device.name)",
      rateHz: device.rateHz > 0 ? device.rateHz : nil, mount: device.mount,
      isMagnetometerCalibrated: isGiven, declination: setting.declination, isSimulated: true,
      initialState: InitialState(
        calibration: isGiven ? nil : device.calibration, position: setting.position,
        utcMicroseconds: setting.utcMicroseconds),
      others: [
        .init(key: "truth_yaw_zero", value: .string("true_north")),
        .init(
          key: "mag_ref_enu_ut",
          value: .array([.number(field.y), .number(field.x), .number(-field.z)])),
      ])
    header.isInertialCalibrated = device.isInertialCalibrated
    header.chips = device.chips
    return header
  }

  /// The labels of one step; attitude and heading are those of the inertial sensors' axes.
  package func truth(of step: SimulatedSamples.Step) -> TraceTruth {
    let attitude = enuFromNED * step.truth.attitude * inertial
    let x = attitude.rotate(Vector3(1, 0, 0))
    return TraceTruth(
      headingDegrees: Azimuth<TrueNorth>(north: x.y, east: x.x)?.degrees, attitude: attitude,
      isMoving: step.truth.isMoving, fieldDeviationMicrotesla: step.truth.addedField.length)
  }
}
