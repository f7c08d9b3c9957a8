import Foundation
import Synchronization

/// Blocking work on a thread of its own: the tests' pool has only as many threads as processors.
final class Waiting<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)

  init(_ work: @escaping @Sendable () -> Value) {
    Thread.detachNewThread { [self] in
      let value = work()
      result.withLock { $0 = value }
    }
  }

  var isDone: Bool { result.withLock { $0 != nil } }

  /// What the work came to; `nil` where it takes for ever.
  func value() async -> Value? {
    for _ in 0..<4000 {
      if let value = result.withLock({ $0 }) { return value }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return nil
  }
}

func inBackground(_ work: @escaping @Sendable () -> Void) { Thread.detachNewThread(work) }
