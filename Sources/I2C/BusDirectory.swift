private import Synchronization

/// The kernel's buses, shared by the thread that looks for new buses and the threads of the buses,
/// which reopen them after a loss. Each of them updates the list.
package final class BusDirectory: Sendable {
  /// Whether the user named a bus, so that only this one is scanned.
  package let isNamed: Bool
  private let known: Mutex<KnownBuses>
  private let adapters = Mutex<[I2CAdapter]>([])
  private let list: @Sendable ([I2CAdapter]) -> [I2CAdapter]

  /// - Parameters:
  ///   - wanted: the only bus to scan; `nil` for all buses for sensors.
  ///   - list: returns the present adapters, given the former ones.
  package init(
    only wanted: I2CBusName? = nil,
    list: @escaping @Sendable ([I2CAdapter]) -> [I2CAdapter] = { I2CAdapter.all(known: $0) }
  ) {
    isNamed = wanted != nil
    known = Mutex(KnownBuses(only: wanted))
    self.list = list
  }

  /// Lists the adapters again.
  ///
  /// - Returns: all adapters, and the number of known buses.
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

  /// The present label of a bus; its number may have changed.
  package func label(of index: Int) -> String { known.withLock { $0.label(of: index) } }

  /// The present adapter of a bus.
  ///
  /// - Throws: `.noSuchBus` while the adapter is absent; `.ambiguousBus`.
  package func adapter(of index: Int) throws(I2CError) -> I2CAdapter {
    _ = update()
    return try known.withLock { known throws(I2CError) in try known.adapter(of: index) }
  }
}
