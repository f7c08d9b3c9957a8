import Glibc
import I2C
import Quantities
import Sensors
import TestDoubles

/// A bus with one of MEMSIC's magnetometers, whose bridge has an offset, and what a sampler tells of it.
///
/// The model is made from the registers as public drivers tell them (SparkFun's and Adafruit's libraries, the
/// kernel's `mmc5983.c` and `mmc5633.c`), not from ours: SET is bit 3 and RESET bit 4 of the first control
/// register, bit 0 starts a measurement. After SET an MMC5603's registers count against the sensor frame, and of an
/// MMC5983MA's only z (SparkFun's compass example, richcreations/imud).
final class FilmBench {
  /// µT, north, east, down; level, turned by `heading` degrees at a time in s.
  var heading: (Double) -> Double = { _ in 60 }
  /// What the bridge adds to the registers, µT, as if it were a field of the sensor frame after SET, at a time in s.
  var offset: (Double) -> Vector3 = { _ in Vector3(-3, 5, -8) }
  /// µT that come on top of the Earth's field in the sensor frame.
  var disturbance: (Double) -> Vector3 = { _ in .zero }
  /// Whether RESET does what it should.
  var reverses = true
  private(set) var samples: [Sample] = []
  private(set) var events: [BusSampler.Event] = []
  private(set) var sampler: BusSampler?
  let bus = ScriptedBus()
  let clock = HandClock()
  private let map: Map
  private var isReversed = false
  /// When the film was reversed.
  private(set) var reversals: [Timestamp] = []
  /// What a measurement began with, and when it ends.
  private var measurement: (end: Timestamp, isReversed: Bool)?

  private struct Map {
    let control: UInt8, status: UInt8, done: UInt8, bits: Int, microseconds: Int64
    let identity: [UInt8: UInt8]
    /// Which of the registers count along the sensor frame after SET.
    let signs: Vector3
  }

  init(_ chip: Chip) {
    map =
      chip.name == "MMC5603"
      ? Map(
        control: 0x1B, status: 0x18, done: 0x40, bits: 20, microseconds: 6_600,
        identity: [0x39: 0x10], signs: Vector3(-1, -1, -1))
      : Map(
        control: 0x09, status: 0x08, done: 0x01, bits: 18, microseconds: 8_000,
        identity: [0x2F: 0x30], signs: Vector3(1, 1, -1))
    bus.connect(0x30, map.identity)
    bus.onWrite = { [unowned self] in written(to: $2, $3[0]) }
    bus.onRead = { [unowned self] _, _, register in
      clock.sleep(until: clock.now.advanced(byMicroseconds: 200))
      if register == map.status { finish() }
    }
    sampler = BusSampler(
      chips: [PolledChip(chip, at: 0x30)], clock: clock,
      open: { [bus] () throws(I2CError) in bus },
      onSample: { [unowned self] in samples.append($1) },
      onEvent: { [unowned self] in events.append($1) })
  }

  func run(seconds: Double) {
    let end = clock.now.advanced(byMicroseconds: Int64(seconds * 1e6))
    while let next = sampler?.step(), next < end { clock.sleep(until: next) }
  }

  /// µT in the sensor frame, whose z is out of the top of a chip that lies level.
  func field(at time: Double) -> Vector3 {
    let heading = heading(time).inRadians
    return Vector3(20 * cos(heading), 20 * sin(heading), -40)
  }

  private func written(to register: UInt8, _ value: UInt8) {
    guard register == map.control else { return }
    if value & 0b1000 != 0 { isReversed = false }
    if value & 0b1_0000 != 0 {
      isReversed = reverses
      reversals.append(clock.now)
    }
    if value & 1 != 0 {
      measurement = (clock.now.advanced(byMicroseconds: map.microseconds), isReversed)
      bus.set(map.status, of: 0x30, to: 0)
    }
  }

  private func finish() {
    guard let (end, isReversed) = measurement, clock.now >= end else { return }
    measurement = nil
    let middle = end.advanced(byMicroseconds: -map.microseconds / 2)
    let time = middle.seconds(since: Timestamp(microseconds: 0))
    let felt = field(at: time) + disturbance(time)
    // Without a count of noise a chip is taken for one that is stuck.
    let noise = Vector3(1, 1, 1) * (0.02 * sin(997 * time))
    let sum = (isReversed ? -felt : felt) + offset(time) + noise
    show(Vector3(sum.x * map.signs.x, sum.y * map.signs.y, sum.z * map.signs.z))
    bus.set(map.status, of: 0x30, to: map.done)
  }

  private func show(_ microtesla: Vector3) {
    let counts = [microtesla.x, microtesla.y, microtesla.z].map {
      Int(($0 * 163.84).rounded()) + 1 << (map.bits - 1)
    }
    var low: UInt8 = 0
    for (axis, count) in counts.enumerated() {
      let high = count >> (map.bits - 16)
      bus.set(UInt8(2 * axis), of: 0x30, to: UInt8(high >> 8 & 0xFF), UInt8(high & 0xFF))
      if map.bits == 20 { bus.set(UInt8(6 + axis), of: 0x30, to: UInt8(count << 4 & 0xF0)) }
      low |= UInt8(count & 0b11) << (6 - 2 * axis)
    }
    if map.bits == 18 { bus.set(6, of: 0x30, to: low) }
  }
}
