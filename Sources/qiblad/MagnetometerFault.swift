import Quantities
import Synchronization
import Wire

/// What is wrong with the magnetometer that was heard of last; written by the buses' threads.
final class MagnetometerFault: Sendable {
  private static let none = UInt8.max
  private let code = Atomic(MagnetometerFault.none)

  /// `nil` where it measures, or where nothing more is known than that it does not.
  var fault: Why? { Why(rawValue: code.load(ordering: .relaxed)) }

  /// A magnetometer measures.
  func started() { code.store(Self.none, ordering: .relaxed) }

  /// A magnetometer does not measure.
  ///
  /// - Parameter fault: `nil` where it is absent: then nothing is wrong with it.
  func failed(_ fault: SensorFault?) {
    code.store(fault.flatMap { Why($0) }?.rawValue ?? Self.none, ordering: .relaxed)
  }
}
