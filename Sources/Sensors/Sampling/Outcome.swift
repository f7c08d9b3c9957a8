import I2C

/// The result of one run of a `ChipSampler`.
enum Outcome {
  case nothing
  /// The chip was set up; its first measurement comes later.
  case setUp
  case measured(TimedMeasurement)
  /// The chip measures, for the first time or again.
  case started
  /// The chip does not measure; `isNews` where that was not reported before.
  case failed(ChipFault, isNews: Bool)
  /// The bus has to be closed.
  case busLost(I2CError)
}
