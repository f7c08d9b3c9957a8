import Glibc
import I2C
import Quantities
import Sensors
import Threads

// Prints what the daemon's own drivers measure, the way the daemon does: it asks the bus what is there,
// sets it up and samples it; where the daemon wants a chip to be named, it is.
//   sensor-reading BUS ADDRESS CHIP CHANNEL
// The first chip that measures CHANNEL is meant, whatever the bus says that it is: `magn`, `accel` or
// `anglvel`; ADDRESS and CHIP are only for the message. Three numbers come out, in µT, m/s² or rad/s,
// along the right-handed axes of the die, as the kernel has them, not of the package that it comes in: the
// mean of some samples, for a chip has noise.

/// Samples of which the mean is taken.
private let wanted = 16.0
/// µs until a chip has to have given them; the emulated bus is slow.
private let timeout: Int64 = 20_000_000

private func say(_ text: String, to descriptor: Int32) {
  let bytes = Array("\(text)\n".utf8)
  _ = write(descriptor, bytes, bytes.count)
}

private func component(_ channel: String, of sample: Sample, from chip: Chip) -> Vector3? {
  switch channel {
  case "magn": sample.magneticField.map { chip.packageFromDie.transposed * $0.microtesla }
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
var chips: [Chip] = []
let clock = BootClock()
let chosen = Chip.supported.contains {
  $0.driver == words[3] && ($0.isAskedOnlyWhenNamed || $0.isWokenOnlyWhenNamed)
}
let runner = BusRunner(
  clock: clock, chosen: chosen ? [try ChosenChip(parsing: "\(words[3])@\(words[2])")] : [],
  firmware: FirmwareFolder.read,
  listener: .init(
    sample: { index, sample in
      guard let vector = component(channel, of: sample, from: chips[index]) else { return }
      sum = sum + vector
      count += 1
    },
    event: { index, event in told.append("\(index): \(event)") },
    probed: { found, evidence in
      chips = found.map(\.chip)
      told += evidence.map { "\($0)" }
    },
    unavailable: { told.append("\($0)") }),
  open: { () throws(I2CError) in try LinuxI2CBus(I2CBusName(bus)) })
let end = clock.now.advanced(byMicroseconds: timeout)
while count < wanted {
  clock.sleep(until: runner.step())
  guard clock.now < end else {
    say("\(words[3]) at \(words[2]): \(told.joined(separator: "; "))", to: STDERR_FILENO)
    exit(1)
  }
}
let mean = sum * (1 / count)
say("\(mean.x) \(mean.y) \(mean.z)", to: STDOUT_FILENO)
