import Glibc
import I2C
import Quantities
import Sensors

// Prints what the daemon's own drivers measure, the way the daemon does: it asks the bus what is there,
// sets it up and samples it.
//   sensor-reading BUS ADDRESS CHIP CHANNEL
// The first chip that measures CHANNEL is meant, whatever the bus says that it is: `magn`, `accel` or
// `anglvel`; ADDRESS and CHIP are only for the message. Three numbers come out, in µT, m/s² or rad/s,
// along the axes of our right-handed sensor frame: the mean of some samples, for a chip has noise.

/// Samples of which the mean is taken.
private let wanted = 16.0
/// µs until a chip has to have given them; the emulated bus is slow.
private let patience: Int64 = 20_000_000

private func say(_ text: String, to descriptor: Int32) {
  let bytes = Array("\(text)\n".utf8)
  _ = write(descriptor, bytes, bytes.count)
}

private func component(_ channel: String, of sample: Sample) -> Vector3? {
  switch channel {
  case "magn": sample.magneticField?.microtesla
  case "accel": sample.acceleration?.metresPerSecondSquared
  case "anglvel": sample.angularRate?.radiansPerSecond
  default: nil
  }
}

let words = CommandLine.arguments
guard words.count == 5 else {
  say("usage: sensor-reading BUS ADDRESS CHIP CHANNEL", to: STDERR_FILENO)
  exit(2)
}
let (bus, channel) = (words[1], words[4])
var sum = Vector3(0, 0, 0)
var count = 0.0
var told: [String] = []
let clock = BootClock()
let runner = BusRunner(
  clock: clock, firmware: FirmwareFolder.read,
  listener: .init(
    sample: { _, sample in
      guard let vector = component(channel, of: sample) else { return }
      sum = sum + vector
      count += 1
    },
    event: { index, event in told.append("\(index): \(event)") },
    probed: { _, evidence in told += evidence.map { "\($0)" } },
    unavailable: { told.append("\($0)") }),
  open: { () throws(I2CError) in try LinuxI2CBus(I2CBusName(bus)) })
let end = clock.now.advanced(byMicroseconds: patience)
while count < wanted {
  clock.sleep(until: runner.step())
  guard clock.now < end else {
    say("\(words[3]) at \(words[2]): \(told.joined(separator: "; "))", to: STDERR_FILENO)
    exit(1)
  }
}
let mean = sum * (1 / count)
say("\(mean.x) \(mean.y) \(mean.z)", to: STDOUT_FILENO)
