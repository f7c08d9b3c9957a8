private import Glibc
import JSON
package import Quantities
package import Simulation
package import Trace

/// A simulation as a trace: its header and the truth about each sample.
package struct SimulatedTrace {
  package let scene: Scene
  private let setting: Scene.Setting

  package init(setting: Scene.Setting) {
    self.setting = setting
    scene = .turnThroughQibla(in: setting)
  }

  /// The first line: what it is, where and when it takes place, and the field that truth is measured
  /// against. A declination stands there only where it was given: else the magnetic model says it.
  package func header(seed: UInt64, model: SensorModel) -> TraceHeader {
    let field = scene.earth.vector
    var header = TraceHeader(
      name: "simulation", source: "qiblactl simulate --seed \(seed)", sensor: "simulated",
      rateHz: model.inertialRateHz, mount: model.mount, isMagnetometerCalibrated: true,
      declination: setting.declination, isSimulated: true,
      initialState: InitialState(
        position: setting.position, utcMicroseconds: setting.utcMicroseconds),
      others: [
        .init(key: "truth_yaw_zero", value: .string("true_north")),
        .init(
          key: "mag_ref_enu_ut",
          value: .array([.number(field.y), .number(field.x), .number(-field.z)])),
      ])
    header.isInertialCalibrated = true
    return header
  }

  /// The labels of one step.
  package func truth(of step: Simulator.Step, mount: Mount) -> TraceTruth {
    let attitude = enuFromNED * step.pose.earthFromBody * Quaternion(mount.inertial)
    let x = attitude.rotate(Vector3(1, 0, 0))
    return TraceTruth(
      headingDegrees: Azimuth<TrueNorth>(north: x.y, east: x.x)?.degrees, attitude: attitude,
      isMoving: step.isMoving, fieldDeviationMicrotesla: step.magnets.length)
  }
}

/// North, east, down → east, north, up: half a turn about the axis between north and east.
let enuFromNED = Quaternion(w: 0, x: 0.5.squareRoot(), y: 0.5.squareRoot(), z: 0)
