import Glibc
import Synchronization
import TestFiles
import Testing
import Threads

@testable import qiblad

/// What a thread has freed goes back to the system.
@Suite struct FreeMemoryTests {
  fileprivate static let chunk = 1024
  fileprivate static let count = 20_000

  /// Whether the heap is that of a sanitizer.
  private static var isOwnHeap: Bool {
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  }

  // A fit frees some large pieces and thousands of small ones. With glibc's own settings all 20 MB of this thread stay.
  // A process of its own, because the threads of other tests would be given the freed memory before it is looked at.
  @Test(.disabled(if: isOwnHeap, "a sanitizer's heap keeps what is freed"))
  func ofAThreadThatHasEndedNothingStays() async {
    await #expect(processExitsWith: .success) {
      let count = FreeMemoryTests.count
      FreeMemory.keepLittle()
      let addresses = Mutex<[UInt]>([])
      // The free memory must be the end of the thread's: the list of addresses is not to be behind it, nor what Swift's
      // runtime keeps from the first round.
      addresses.withLock { $0.reserveCapacity(count) }
      try DedicatedThread.runToEnd {
        // glibc raises its limits with it.
        free(touched(16 << 20))
        for pieces in [1, count] {
          addresses.withLock { addresses in
            addresses.removeAll(keepingCapacity: true)
            for _ in 0..<pieces {
              addresses.append(UInt(bitPattern: touched(FreeMemoryTests.chunk)))
            }
            for address in addresses { free(UnsafeMutableRawPointer(bitPattern: address)) }
          }
        }
      }
      FreeMemory.giveBack()
      let resident = addresses.withLock { $0.filter(isResident).count }
      #expect(resident < count / 10, "\(resident) of \(count)")
    }
  }

  // A process of its own, because it holds for the whole process.
  @Test func theKernelGivesNoLargePages() async {
    await #expect(processExitsWith: .success) {
      FreeMemory.keepLittle()
      let allowed = try largePages() ?? "0"
      #expect(allowed == "0")
    }
  }
}

/// What /proc/self/status says of whether the kernel may give pages of 2 MiB: 1 or 0; `nil` with a kernel before 5.0.
/// Source: proc(5).
private func largePages() throws -> String? {
  let status = String(decoding: try contents(of: "/proc/self/status"), as: UTF8.self)
  let line = status.split(separator: "\n").first { $0.hasPrefix("THP_enabled:") }
  return line?.split(separator: "\t").last.map(String.init)
}

/// Memory that was written to, so that the system has given its pages.
private func touched(_ bytes: Int) -> UnsafeMutableRawPointer? {
  let memory = malloc(bytes)
  if let memory { memset(memory, 1, bytes) }
  return memory
}

/// Whether the page at an address has memory; where nothing is mapped it has none.
private func isResident(_ address: UInt) -> Bool {
  let page = UInt(getpagesize())
  var state: UInt8 = 0
  let failure = mincore(UnsafeMutableRawPointer(bitPattern: address / page * page), 1, &state)
  return failure == 0 && state & 1 == 1
}
