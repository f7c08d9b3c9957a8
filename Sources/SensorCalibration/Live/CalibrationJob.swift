package import Quantities

/// A fit that is due while a device is calibrated: to be run on another thread, its result handed back.
///
/// A class: a value of its size would be copied with every sample, for none most often.
package final class CalibrationJob: Sendable {
  package indirect enum Work: Sendable {
    /// Of the magnetometer alone: to know how far the collection is.
    case field(CalibrationLog)
    /// Of all nine axes, once the magnetometer's is good enough.
    case nineAxes(TumbleLog, CalibrationLog)
    /// Of the calibration in use, from everyday motion.
    case refinement(CalibrationRefinement)
  }

  /// What a fit found.
  package indirect enum Outcome: Equatable, Sendable {
    case field(CalibrationReport)
    case nineAxes(NineAxisReport)
    /// A better calibration than the given one; `nil` where none is found.
    case refinement(CalibrationReport?, of: Calibration)
  }

  /// Which collection asked for it.
  package let collection: Int
  package let work: Work
  let mount: Mount
  let tolerances: InertialTolerances
  let parameters: CalibrationParameters

  init(
    collection: Int, work: Work, mount: Mount, tolerances: InertialTolerances,
    parameters: CalibrationParameters
  ) {
    (self.collection, self.work, self.mount) = (collection, work, mount)
    (self.tolerances, self.parameters) = (tolerances, parameters)
  }

  /// Runs the fit; takes up to seconds.
  package func run() -> Outcome {
    switch work {
    case .field(let log): .field(fitCalibration(log, parameters: parameters))
    case .nineAxes(let samples, let log):
      .nineAxes(
        fitNineAxes(
          samples, log: log, mount: mount, tolerances: tolerances, parameters: parameters))
    case .refinement(let refinement): .refinement(refinement.proposal(), of: refinement.current)
    }
  }
}
