package import Quantities

/// A sensor chip as data: how it is identified, set up and read, and what its bytes mean.
///
/// The value contains everything that is specific to the chip; `PolledChip` runs any of them.
///
/// **The sensor frame**, the same contract for every chip: right-handed, x along the arrow that the
/// maker draws on the part (towards the side of pin 1 where there is none), **z out of the top of
/// the part**, y by the right-hand rule: seen from above, a quarter turn to the left of x. `decode`
/// maps the registers to that frame, and `axes` has the sources of this map. The orientation on a
/// board, the mount of the board, calibration and averaging are handled elsewhere.
package struct Chip: Sendable {
  /// The quantities that the chip measures.
  package enum Kind: Equatable, Sendable {
    case magnetometer
    /// Accelerometer, gyro or both.
    case inertial
    /// Magnetometer, accelerometer and, in most, gyro that are read together.
    case nineAxes

    package var hasMagnetometer: Bool { self != .inertial }
    package var hasInertialSensors: Bool { self != .magnetometer }
  }

  /// Decodes the bytes of a measurement.
  ///
  /// - Parameters:
  ///   - status: the value of the `ready` register; 0 without one.
  ///   - data: the bytes of `block`, then those of `secondBlock`.
  ///   - constants: the bytes that set-up kept, in order.
  /// - Returns: `nil` if the bytes show that there is no new measurement.
  package typealias Decode =
    @Sendable (_ status: UInt8, _ data: [UInt8], _ constants: [UInt8]) throws(DecodingError) ->
    Measurement?

  /// The name on the datasheet, as in `QMC5883L`.
  package var name: String
  package var kind: Kind
  /// The possible addresses, 7 bits.
  package var addresses: [UInt8]
  /// The names under which boards with this chip are sold, if they are those of another chip.
  package var soldAs: String?
  /// Registers that identify the chip before anything is written; all must match.
  package var identity: [RegisterMatch]
  /// A chip in the same package at another address, which distinguishes chips with the same
  /// registers.
  package var companion: Companion?
  /// How to wake a chip that cannot be identified while it sleeps.
  package var wakeUp: WakeUp?
  /// The firmware that must be uploaded at each start; `nil` for a chip with its own.
  package var firmware: Firmware?
  /// The number of meaningless bytes before the data of each read.
  package var dummyBytes = 0
  /// Steps after identification that connect the chips on this chip's auxiliary bus to the main
  /// bus.
  package var bypass: [Step] = []
  /// Steps from any state to continuous measurement, or to the first `trigger`.
  package var setUp: [Step]
  /// Steps that start the next measurement; empty for a chip that measures continuously.
  package var trigger: [Step] = []
  /// How to reverse the film of the sensor's bridge, so that the bridge's offset can be measured
  /// and subtracted; `nil` for a chip that does that by itself or has no such bridge.
  package var film: FilmPulses?
  /// The reports to request from a hub without registers. A hub has no `identity`, `setUp` and
  /// `verified`, and its `block` is assembled from its reports.
  package var hub: HubReports?
  /// Whether the chip holds the bus's clock low (clock stretching). On an adapter without support
  /// for it, data can be wrong without an error; there, the chip is identified but not read.
  package var stretchesClock = false
  /// The longest time from set-up to the first measurement, µs. Other chips of the bus are read
  /// meanwhile.
  package var startMicroseconds: Int64 = 0
  /// The register that is read before the data; a measurement is ready if it matches. `nil` if the
  /// data itself shows that, or nothing does.
  ///
  /// Where a read of the data clears the bit of this register, the data is read only if there is something
  /// new: a measurement that ends during a read of both would be marked as read, and lost.
  package var ready: RegisterMatch?
  /// Whether `ready` stays set after the measurement was read, until the chip writes the next one.
  /// The same bytes that are read again soon after are then no new measurement.
  package var readyOutlastsRead = false
  /// The bytes of one measurement.
  package var block: RegisterBlock
  /// Registers that are read after `block`, and whose bytes follow its bytes in the measurement; `nil` where
  /// one read has all. Not for a chip with `dummyBytes`.
  package var secondBlock: RegisterBlock?
  /// The bytes of the block that are counts of the sensor, and therefore change because of noise.
  package var counts: Range<Int>
  /// The bytes of the block with the field, if it is measured less often than the block is read and
  /// no register shows when. The field is then passed on only if these bytes changed.
  package var slowField: Range<Int>?
  /// The rate that set-up sets, Hz.
  package var rateHz: Double
  /// µs from the instant to which a measurement refers (the middle of the averaging, or the delay
  /// of the filter) to the instant at which it is ready. For a chip with a gyro, it is the gyro's delay.
  /// `nil` if it could not be derived.
  package var averagingDelay: Int64?
  /// µs from a `trigger` to its measurement; `nil` for a chip that measures continuously.
  package var conversionTime: Int64?
  /// Registers that must keep the values of set-up; re-read one after the other.
  package var verified: [RegisterMatch] = []
  package var decode: Decode
  /// The rotation from the axes of this die to those of the accelerometer and gyro in the same
  /// package. The identity if there is no such package or the axes agree.
  ///
  /// It depends only on this chip and not on the other chips that were found. A calibration refers
  /// to the rotated frame and so stays valid from run to run.
  package var packageFromDie = Matrix3.identity
  /// The sources for the map from registers to the sensor frame.
  package var axes: AxisEvidence
  /// How far the accelerometer may be off, by the data sheet; `nil` without one.
  package var accelerometer: InertialTolerances.Accelerometer?
  /// How far the gyro may be off, by the data sheet; `nil` without one.
  package var gyro: InertialTolerances.Gyro?

  /// The name of its driver in the configuration, in traces and in the log.
  package var driver: String {
    name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// How far its accelerometer and gyro may be off.
  package var tolerances: ChipTolerances {
    ChipTolerances(accelerometer: accelerometer, gyro: gyro)
  }
}
