import Quantities
import Simulation
import Testing

@testable import Heading

@Suite struct HeadingAxisTests {
  // Raised from flat to beyond upright and back: x has no azimuth on the way, the heading has.
  @Test(arguments: [1.0, -1.0], [37.0, 143, 211, 359.7])
  func raisingTheDeviceUprightDoesNotFlipTheHeading(side: Double, heading: Double) throws {
    var model = SensorModel()
    model.gyroBias = .zero
    let scene = Scene(earth: try earthField()) { time in
      let raised = time < 5 ? 0 : min((time - 5) * 15, 88)
      let lowered = time < 15 ? 0 : min((time - 15) * 15, 88)
      return Pose(headingDegrees: heading, pitchDegrees: side * (raised - lowered))
    }
    let judged = judge(scene, model: model, seconds: 24)
    #expect(try #require(judged.worstError) < 4)
    #expect(judged.contains { $0.estimate.axis == .back })
    #expect(try #require(judged.last).estimate.axis == .forward)
  }

  @Test func theAxisSwitchesAt75AndBackAt65() {
    var axis = HeadingAxis(HeadingParameters())
    let path: [(Double, HeadingEstimate.Axis)] = [
      (74, .forward), (76, .back), (66, .back), (64, .forward), (-74, .forward), (-76, .back),
      (-66, .back), (-64, .forward),
    ]
    for (pitch, expected) in path {
      axis.update(pitch: pitch.inRadians)
      #expect(axis.axis == expected, "at \(pitch)°")
    }
  }
}
