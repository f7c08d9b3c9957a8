import I2C

/// What came of one turn of a `SampledDevice`.
enum Outcome {
  case nothing
  case measured(TimedMeasurement)
  /// It measures, for the first time or again.
  case started
  /// It does not measure; `isNews` where this was not told before.
  case failed(ChipFault, isNews: Bool)
  /// The bus has to be closed.
  case busLost(I2CError)
}
