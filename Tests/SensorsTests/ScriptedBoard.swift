import Glibc
import I2C
import Quantities
import Sensors
import TestDoubles

/// Where x, y and z of something point, in the axes of what it sits in; each of length 1.
struct Axes: Sendable {
  var x: Vector3
  var y: Vector3
  var z: Vector3

  /// What is measured along them of a vector.
  func reading(of v: Vector3) -> Vector3 { Vector3(x.dot(v), y.dot(v), z.dot(v)) }
}

/// How a device stands and turns at an instant.
struct Pose {
  /// µT; north, east, down: the mid-latitudes'.
  static let field = Vector3(20, 0, 40)
  /// Resting, what points up reads +9.8.
  static let force = Vector3(0, 0, -9.80665)

  /// Degrees.
  var heading: Double
  var pitch = 0.0
  var roll = 0.0
  /// Degrees a second, to the right about the vertical.
  var turnRate = 0.0

  /// A vector of the earth along the body's axes.
  func inBody(_ vector: Vector3) -> Vector3 {
    Quaternion(yaw: heading.inRadians, pitch: pitch.inRadians, roll: roll.inRadians).inverse
      .rotate(vector)
  }
}

/// A die whose registers say what it feels.
struct Die: Sendable {
  enum Sense { case field, force, rate }

  let address: UInt8
  /// Where the axes of its registers point, in those printed on the board.
  let axes: Axes
  /// What it is before anything is written.
  let registers: [UInt8: UInt8]
  /// Which register follows one in a read, where it is not the next.
  var successors: [UInt8: UInt8] = [:]
  /// Which bits of a register a write changes, where the rest stays zero.
  var kept: [UInt8: UInt8] = [:]
  /// Puts what is measured into registers: µT, m/s² or rad/s along the registers' axes.
  let show: @Sendable (ScriptedBus, _ feels: (Sense) -> Vector3) -> Void
  /// s. What is shown is what the die felt so long ago: the middle of what it averages.
  var delay = 0.0
}

/// A board with dies on a scripted bus, sampled as the daemon does.
final class ScriptedBoard {
  private let bus = ScriptedBus()
  private let clock = HandClock()
  private var runner: BusRunner?
  private(set) var samples: [Sample] = []
  private(set) var found: [String] = []

  /// - Parameters:
  ///   - hidden: the address of the die that is there only once a write of 2 to the register lets it through,
  ///     and until the chip is reset that it is behind; `nil` where none is.
  ///   - board: where the board's axes point, in the body's.
  ///   - named: what the configuration says is at its address.
  ///   - pose: at s.
  init(
    _ dies: [Die], board: Axes, hidden: (address: UInt8, by: UInt8)?,
    named: [ChosenChip] = [], pose: @escaping (Double) -> Pose
  ) {
    for die in dies where die.address != hidden?.address { bus.connect(die.address, die.registers) }
    for die in dies { bus.successors[die.address] = die.successors }
    bus.onWrite = { bus, address, register, bytes in
      if let mask = dies.first(where: { $0.address == address })?.kept[register] {
        bus.set(register, of: address, to: bytes[0] & mask)
      }
      // The bank of an ICM-20948: what says who it is comes back with the first one.
      if register == 0x7F, bytes == [0],
        let id = dies.first(where: { $0.address == address })?.registers[0]
      {
        bus.set(0, of: address, to: id)
      }
      guard let hidden, address == 0x68 || address == 0x69 else { return }
      if register == hidden.by, bytes == [2], bus.devices[hidden.address] == nil {
        for die in dies where die.address == hidden.address {
          bus.connect(die.address, die.registers)
        }
      }
      if bytes == [0b1000_0000] { bus.disconnect(hidden.address) }  // DEVICE_RESET
    }
    bus.onRead = { [clock] bus, address, _ in
      let time = clock.now.seconds(since: Timestamp(microseconds: 0))
      // Without a count of noise a chip is taken for one that is stuck.
      // The axes do not cross zero together: three zeros are those of a chip that is broken.
      let noise = Vector3(sin(997 * time), sin(991 * time + 1), sin(983 * time + 2))
      for die in dies where die.address == address {
        let pose = pose(time - die.delay)
        die.show(bus) { sense in
          let body =
            switch sense {
            case .field: pose.inBody(Pose.field) + noise * 0.12
            case .force: pose.inBody(Pose.force) + noise * 0.02
            case .rate: pose.inBody(Vector3(0, 0, pose.turnRate.inRadians)) + noise * 0.004
            }
          return die.axes.reading(of: board.reading(of: body))
        }
      }
    }
    runner = BusRunner(
      clock: clock, chosen: named,
      listener: .init(
        sample: { [unowned self] in samples.append($1) }, event: { _, _ in },
        probed: { [unowned self] chips, _ in found = chips.map(\.chip.name) },
        unavailable: { _ in }),
      open: { [bus] () throws(I2CError) in bus })
  }

  func run(seconds: Double) {
    let end = clock.now.advanced(byMicroseconds: Int64(seconds * 1e6))
    while let next = runner?.step(), next < end { clock.sleep(until: next) }
  }
}
