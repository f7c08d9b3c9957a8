import Quantities

/// What is wrong with each magnetometer, by the last report of each.
struct ReportedFaults {
  private var faults: [SensorSourceID: SensorFault] = [:]
  /// The magnetometer in use; `nil` before the first has measured.
  private var primary: SensorSourceID?
  /// The fault of the magnetometer in use; where none has measured yet, of the first by its source. Stored, because
  /// each tick asks for it.
  private(set) var ofPrimary: SensorFault?

  /// Takes a report; `nil` where nothing is wrong.
  ///
  /// - Returns: whether it concerns the magnetometer in use.
  mutating func note(_ fault: SensorFault?, of source: SensorSourceID) -> Bool {
    faults[source] = fault
    choose()
    return source == primary ?? source
  }

  /// Takes which magnetometer is in use.
  mutating func use(_ source: SensorSourceID?) {
    primary = source
    choose()
  }

  /// Discards all reports; the same magnetometer stays in use.
  mutating func forget() { (faults, ofPrimary) = ([:], nil) }

  private mutating func choose() {
    if let primary {
      ofPrimary = faults[primary]
    } else {
      ofPrimary = faults.min { $0.key < $1.key }?.value
    }
  }
}
