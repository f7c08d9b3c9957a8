import Quantities
import Testing

@testable import Heading

/// What is measured more often than ten times a second is no better known for it.
@Suite struct MeasurementRateTests {
  @Test(arguments: [1, 2, 5]) func aRestTeachesTheSameBiasHoweverOftenItIsMeasured(times: Int) {
    var once = NavigationState(parameters: HeadingParameters())
    let rate = Vector3(0.02, -0.01, 0.005)
    var often = once
    once.updateBias(restingRate: rate, repetition: 1)
    once.applyCorrection(boundsHardIron: true)
    for _ in 0..<times {
      often.updateBias(restingRate: rate, repetition: Double(times))
      often.applyCorrection(boundsHardIron: true)
    }
    #expect((once.gyroBias - often.gyroBias).length < 1e-12)
    #expect(abs(once.gyroBiasError - often.gyroBiasError) < 1e-12)
  }
}
