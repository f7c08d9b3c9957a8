import Glibc
import IIO
import Quantities
import Synchronization

// Prints what a device of the kernel measures, until it is stopped.
//   iio-reading NAME [COUNT]     ends after COUNT samples
//   iio-reading                  the devices that there are, with their places on a bus
// A line is `magn X Y Z T` in µT, `accel X Y Z T` in m/s² or `anglvel X Y Z T` in rad/s, T the instant in µs on
// CLOCK_BOOTTIME; `found NAME` and `failed REASON` say what happens to the device.

let words = CommandLine.arguments.dropFirst()

guard let name = words.first else {
  for device in IIODevice.all() {
    let place = device.place.map { "bus \($0.bus) address 0x\(String($0.address, radix: 16))" }
    print(device.name, device.path, place ?? "-")
  }
  exit(0)
}
let left = Atomic(words.dropFirst().first.flatMap { Int($0) } ?? Int.max)

/// A line at once: who reads it may be waiting.
@Sendable nonisolated func say(_ text: String) {
  let bytes = Array("\(text)\n".utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

@Sendable nonisolated func say(_ quantity: String, _ vector: Vector3, _ time: Timestamp) {
  say("\(quantity) \(vector.x) \(vector.y) \(vector.z) \(time.microseconds)")
}

let reader = IIOReader(name: IIOName(name)) { event in
  switch event {
  case .found(let device, _): say("found \(device.name)")
  case .failed(let error): say("failed \(error)")
  case .reset: break
  case .sample(let sample):
    if let field = sample.magneticField { say("magn", field.microtesla, sample.time) }
    if let force = sample.acceleration { say("accel", force.metresPerSecondSquared, sample.time) }
    if let rate = sample.angularRate { say("anglvel", rate.radiansPerSecond, sample.time) }
    if left.subtract(1, ordering: .relaxed).newValue <= 0 { exit(0) }
  }
}
try reader.start()
while true { pause() }
