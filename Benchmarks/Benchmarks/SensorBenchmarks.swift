internal import I2C
internal import Quantities
internal import Sensors
internal import TestDoubles

/// A bus whose devices always have something new to say, at once.
private final class EagerBus: I2CBus {
  private var count: UInt8 = 0

  func read(_ register: UInt8, of address: UInt8, into bytes: inout [UInt8]) throws(I2CError) {
    count &+= 1
    for index in bytes.indices {
      bytes[index] = count &+ UInt8(truncatingIfNeeded: index)
    }
    // what is asked before the data: ready; what is verified and the identity: as it has to be
    guard bytes.count == 1 else {
      if register == 0x3A { bytes[0] = 1 }
      return
    }
    bytes[0] = answer(register, address)
  }

  private func answer(_ register: UInt8, _ address: UInt8) -> UInt8 {
    switch (address, register) {
    case (0x0D, 0x06), (0x0D, 0x0B), (0x0D, 0x0C), (0x68, 0x6B): 0x01
    case (0x0D, 0x09): 0x19
    case (0x0D, 0x0D): 0xFF
    case (0x68, 0x75): 0x68
    case (0x68, 0x1A): 0x03
    case (0x68, 0x19): 0x09
    case (0x68, 0x1B): 0x10
    case (0x68, 0x1C): 0x08
    default: 0
    }
  }

  func write(_ bytes: [UInt8], to register: UInt8, of address: UInt8) throws(I2CError) {}
}

/// What a bus's thread does for one sample.
let sensorBenchmarks = [
  Benchmark(
    "sample a magnetometer or an IMU, the bus's time not counted", iterations: 50_000,
    allocates: .never
  ) {
    let clock = HandClock()
    var samples = 0
    let sampler = BusSampler(
      chips: [PolledChip(.qmc5883L, at: 0x0D), PolledChip(.mpu6050, at: 0x68)], clock: clock,
      open: { () throws(I2CError) in EagerBus() }, onSample: { _, _ in samples += 1 },
      onEvent: { _, _ in })
    return {
      let before = samples
      while samples == before { clock.sleep(until: sampler.step()) }
    }
  }
]
