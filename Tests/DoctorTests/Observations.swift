import Doctor
import I2C
import Quantities
import Randomness
import Sensors
import TestDoubles
import Wire

/// A Raspberry Pi's bus.
let adapter = I2CAdapter(number: 1, name: "bcm2835 (i2c@7e804000)")

/// The buses of HDMI of a Raspberry Pi 5.
let displays = [
  I2CAdapter(number: 11, name: "107d508200.i2c"), I2CAdapter(number: 12, name: "107d508280.i2c"),
]

/// A bus on which a probe has found what is connected to it.
func bus(_ connect: (ScriptedBus) -> Void = { _ in }) -> BusObservation {
  let scripted = ScriptedBus()
  connect(scripted)
  var probe = Probe(scripted, clock: HandClock())
  probe.run()
  var bus = BusObservation(name: I2CBusName(adapter), adapter: adapter)
  (bus.found, bus.evidence) = (probe.found, probe.evidence)
  return bus
}

/// A bus that does not open.
func bus(_ error: I2CError, _ node: NodeAccess? = nil) -> BusObservation {
  var bus = BusObservation(name: I2CBusName("1"), adapter: nil)
  (bus.error, bus.node) = (error, node)
  return bus
}

/// With the identity that docs and drivers agree on: docs/hardware/chips.md.
func connectQMC5883P(_ bus: ScriptedBus) { bus.connect(0x2C, [0x00: 0x80]) }

/// The same and an MPU-6050: all that a compass needs.
func connectCompass(_ bus: ScriptedBus) {
  connectQMC5883P(bus)
  bus.connect(0x68, [0x75: 0x68])
}

/// A magnetometer that measured a field with a noise of `noise` µT an axis.
func magnetometer(
  _ field: Vector3, noise: Double, rateHz: Double = 100, expected: Double = 100
) -> SampledChip {
  var chip = SampledChip(name: "QMC5883P at 0x2C", expectedRateHz: expected)
  var generator = SeededGenerator(seed: 5)
  for index in 0..<Int(rateHz) {
    chip.times.append(Timestamp(microseconds: Int64(Double(index) * 1e6 / rateHz)))
    let scatter = Vector3(
      generator.nextNormal() * noise, generator.nextNormal() * noise, generator.nextNormal() * noise
    )
    chip.fields.append(MagneticField(microtesla: field + scatter))
  }
  return chip
}

/// What is found where that chip is on the bus.
func findings(
  of chip: SampledChip, on adapter: I2CAdapter = adapter, expectedField: Double? = nil,
  clock: BusClock? = nil
) -> [Finding] {
  var seen = Observation(buses: [bus(connectCompass)], expectedField: expectedField)
  seen.isMagnetometerMounted = true
  seen.machine.clocks[adapter.number] = clock
  seen.buses[0].adapter = adapter
  seen.buses[0].sampled = [chip]
  return Diagnosis(of: seen).findings
}

extension Sequence<Finding> {
  /// Those of one question.
  func about(_ check: Finding.Check) -> [Finding] { filter { $0.check == check } }
}

/// The state of a daemon that has nothing to object to.
func stateMessage(
  _ calibration: StateMessage.Calibration.Status = .ok,
  _ position: StateMessage.Position.Status = .manual, isDeclinationValid: Bool = true
) -> StateMessage {
  StateMessage(
    sequence: 0, time: Timestamp(microseconds: 0), status: .accurate, why: [],
    calibration: .init(status: calibration), interference: .init(status: .undisturbed),
    position: .init(status: position),
    declination: .init(
      model: isDeclinationValid ? "WMM2025" : nil, valid: isDeclinationValid), sensors: [])
}
