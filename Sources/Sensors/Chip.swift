package import Quantities

/// A sensor chip as data: how it is known, set up and read, and what its bytes mean.
///
/// The value is all that the project knows of the chip; `PolledChip` runs any of them.
///
/// **The sensor frame**, the same contract for every chip: right-handed, x along the arrow that the maker
/// draws on the part (towards the side of pin 1 where there is none), **z out of the top of the part**, y by
/// the right-hand rule: seen from above, a quarter turn to the left of x. `decode` maps the registers to that
/// frame, and `axes` says which sources its map rests on. How the part sits on a board and the board in the
/// device, calibration and averaging are not its business.
package struct Chip: Sendable {
  /// What the chip is for.
  package enum Kind: Equatable, Sendable {
    case magnetometer
    /// Accelerometer, gyro or both.
    case inertial
    /// Magnetometer, accelerometer and gyro that are read at once.
    case nineAxes

    package var hasMagnetometer: Bool { self != .inertial }
    package var hasInertialSensors: Bool { self != .magnetometer }
  }

  /// What a measurement's bytes mean.
  ///
  /// - Parameters:
  ///   - status: what the `ready` register said, 0 without one.
  ///   - data: the bytes of `block`.
  ///   - constants: what set-up kept, in order.
  /// - Returns: `nil` where the bytes say that nothing new was measured.
  package typealias Decode =
    @Sendable (_ status: UInt8, _ data: [UInt8], _ constants: [UInt8]) throws(DecodingError) ->
    Measurement?

  /// As on its datasheet, as in `QMC5883L`.
  package var name: String
  package var kind: Kind
  /// Where it may answer, of 7 bits.
  package var addresses: [UInt8]
  /// What boards with it are sold as, for the sentence about a board that is not what it says.
  package var soldAs: String?
  /// What it reads before anything is written; all have to match.
  package var identity: [RegisterMatch]
  /// What another address reads where this chip is there too; tells chips with one map apart.
  package var companion: Companion?
  /// How it is woken where it cannot say who it is.
  package var wakeUp: WakeUp?
  /// What it has to be given at each start, where it keeps no code of its own.
  package var firmware: Firmware?
  /// Bytes of no meaning before those of each read.
  package var dummyBytes = 0
  /// Steps that let the chips behind this one onto the bus, done when it was identified.
  package var bypass: [Step] = []
  /// From any state to measuring by itself, or to the first `trigger`.
  package var setUp: [Step]
  /// Asks for the next measurement; empty where it measures by itself.
  package var trigger: [Step] = []
  /// How the film of its bridge is reversed, so that the bridge's offset is measured and taken off; `nil` where
  /// the chip does that by itself, or has none.
  package var film: FilmPulses?
  /// What it is asked for where it is a hub without registers; then it has no identity, no set-up and nothing
  /// that is verified, and its block is made up from its reports.
  package var hub: HubReports?
  /// Whether it holds the bus's clock down: on an adapter that does not wait for it, its data may be wrong
  /// without an error, so that it is found and named there and not read.
  package var stretchesClock = false
  /// µs that the first measurement may take after set-up; the other chips of the bus go on meanwhile.
  package var startMicroseconds: Int64 = 0
  /// Read before a measurement, which is there where this matches; `nil` where the data says so, or
  /// nothing does.
  package var ready: RegisterMatch?
  /// The bytes of one measurement.
  package var block: RegisterBlock
  /// Which bytes of the block are counts of the sensor: these change by themselves.
  package var counts: Range<Int>
  /// The bytes of the block with the field, where it is measured less often than the block is read and no
  /// register tells: it is handed on only where these changed.
  package var slowField: Range<Int>?
  /// Measurements a second, as set up.
  package var rateHz: Double
  /// µs from the instant that a measurement is of, the middle of what the chip averaged or the delay of its
  /// filter, to the one when it is ready; of a chip with a gyro the gyro's. `nil` where nobody could derive it.
  package var averagingDelay: Int64?
  /// µs from a `trigger` to the measurement that it asks for; `nil` where it measures by itself.
  package var conversionTime: Int64?
  /// What has to stay as set up; re-read in rotation.
  package var verified: [RegisterMatch] = []
  package var decode: Decode
  /// From the axes of this die to those of the accelerometer and gyro that come in one package with it: a
  /// proper rotation, the identity where there is no such package or its axes agree.
  ///
  /// It belongs to the chip and not to what else was found, so that a calibration, which lives in the frame
  /// behind it, means the same from run to run.
  package var packageFromDie = Matrix3.identity
  /// On what the map from registers to the sensor frame rests.
  package var axes: AxisEvidence

  /// What the configuration and the log call its driver.
  package var driver: String {
    name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
