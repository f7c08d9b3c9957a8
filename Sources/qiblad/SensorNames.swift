import Synchronization

/// What the log calls each sensor; written by the buses' threads, read by the pipeline's.
final class SensorNames: Sendable {
  private let names = Mutex<[Int: String]>([:])

  /// As in `the QMC5883L at 0x0D on I2C bus 1`.
  subscript(source: Int) -> String {
    get { names.withLock { $0[source] } ?? "magnetometer \(source)" }
    set { names.withLock { $0[source] = newValue } }
  }
}
