private import Synchronization

/// The buses that the kernel lists, kept up to date by whoever asks: a thread that looks for new ones, and
/// each bus's own, which opens it again after a loss.
package final class BusDirectory: Sendable {
  /// Whether only one bus is looked at, which was named.
  package let isNamed: Bool
  private let known: Mutex<KnownBuses>
  private let adapters = Mutex<[I2CAdapter]>([])
  private let list: @Sendable ([I2CAdapter]) -> [I2CAdapter]

  /// - Parameters:
  ///   - wanted: the only bus that is looked at; `nil` for all that are for chips.
  ///   - list: what is there now, given what was there before.
  package init(
    only wanted: I2CBusName? = nil,
    list: @escaping @Sendable ([I2CAdapter]) -> [I2CAdapter] = { I2CAdapter.all(known: $0) }
  ) {
    isNamed = wanted != nil
    known = Mutex(KnownBuses(only: wanted))
    self.list = list
  }

  /// Looks at what is there.
  ///
  /// - Returns: all adapters, and how many buses are known now.
  package func update() -> (adapters: [I2CAdapter], count: Int) {
    let adapters = adapters.withLock { adapters in
      adapters = list(adapters)
      return adapters
    }
    return known.withLock { known in
      known.update(adapters)
      return (adapters, known.count)
    }
  }

  /// What a bus is called now; its number may have changed.
  package func label(of index: Int) -> String { known.withLock { $0.label(of: index) } }

  /// Where a bus can be opened now.
  ///
  /// - Throws: `.noSuchBus` while it is not there; `.ambiguousBus`.
  package func adapter(of index: Int) throws(I2CError) -> I2CAdapter {
    _ = update()
    return try known.withLock { known throws(I2CError) in try known.adapter(of: index) }
  }
}
