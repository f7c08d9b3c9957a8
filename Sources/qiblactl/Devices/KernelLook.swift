import Doctor
import Glibc
import IIO
import Quantities
import Sensors
import Synchronization

/// How long the kernel's drivers are read, µs. A driver whose unit must be determined first gives
/// no samples at the beginning.
private let duration: UInt32 = 2_000_000

/// Samples chips through their kernel drivers, all at the same time; the result is in the same
/// order.
func sampled(_ devices: [IIODevice]) -> [SampledChip] {
  guard !devices.isEmpty else { return [] }
  let records = devices.map { Record(SampledChip(name: $0.called)) }
  let readers = zip(devices, records).map { device, record in
    IIOReader(name: device.identity) { record.take($0) }
  }
  for (reader, record) in zip(readers, records) {
    do throws(IIOError) { try reader.start() } catch { record.take(.failed(error)) }
  }
  usleep(duration)
  for reader in readers { reader.stop() }
  return records.map(\.chip)
}

/// The measurements of one chip so far; written by its reader's thread.
private final class Record: Sendable {
  private let state: Mutex<SampledChip>

  init(_ chip: SampledChip) { state = Mutex(chip) }

  var chip: SampledChip { state.withLock { $0 } }

  func take(_ event: IIOEvent) {
    state.withLock { chip in
      switch event {
      case .found, .reset: break
      case .sample(let sample): chip.take(sample)
      case .failed(let error): chip.kernelError = error
      }
    }
  }
}
