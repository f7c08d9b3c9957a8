import Doctor
import Glibc
import IIO
import Quantities
import Sensors
import Synchronization

/// µs. For so long the kernel's drivers are read; one whose unit is found out says nothing at first.
private let duration: UInt32 = 2_000_000

/// What chips measure that drivers of the kernel have, all at the same time; the names in their order.
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

/// What one of them said so far; written by its reader's thread.
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
