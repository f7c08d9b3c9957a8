/// All buses that are or were scanned. A bus keeps its index while its adapter is absent, and if
/// the adapter returns with another number.
package struct KnownBuses: Equatable, Sendable {
  /// The maximum number of buses, more than any machine has. Further buses are ignored.
  package static let maximumCount = 64

  private struct Bus: Equatable, Sendable {
    var adapter: I2CAdapter
    var isThere: Bool
  }

  /// The user's name of the only bus to scan; `nil` for all buses for sensors.
  private let wanted: I2CBusName?
  private var buses: [Bus] = []
  /// Why the wanted bus cannot be opened.
  private var refusal: I2CError?

  /// - Parameter wanted: the only bus to scan. It has index 0 whether it is present or not.
  package init(only wanted: I2CBusName? = nil) {
    self.wanted = wanted
    refusal = wanted.map { .noSuchBus(name: $0.text) }
  }

  /// The number of indices in use.
  package var count: Int { wanted == nil ? buses.count : 1 }

  /// The label of a bus's adapter, or the user's name for the bus.
  package func label(of index: Int) -> String {
    wanted?.text ?? buses[index].adapter.label
  }

  /// The adapter of a bus.
  ///
  /// - Throws: `.noSuchBus` while the adapter is absent; `.ambiguousBus`.
  package func adapter(of index: Int) throws(I2CError) -> I2CAdapter {
    if let refusal { throw refusal }
    guard buses.indices.contains(index), buses[index].isThere else {
      throw .noSuchBus(name: label(of: index))
    }
    return buses[index].adapter
  }

  /// Updates the buses with the present adapters.
  package mutating func update(_ adapters: [I2CAdapter]) {
    if let wanted {
      do throws(I2CError) {
        buses = [Bus(adapter: try wanted.adapter(among: adapters), isThere: true)]
        refusal = nil
      } catch { refusal = error }
      return
    }
    for index in buses.indices { buses[index].isThere = false }
    var new = adapters.filter { $0.purpose == .users }
    // First the adapters that stayed, then those that returned, the most certain match first.
    for isSame in Self.likenesses {
      for index in buses.indices where !buses[index].isThere {
        guard let found = new.firstIndex(where: { isSame($0, buses[index].adapter) }) else {
          continue
        }
        buses[index] = Bus(adapter: new.remove(at: found), isThere: true)
      }
    }
    for adapter in new.prefix(max(Self.maximumCount - buses.count, 0)) {
      buses.append(Bus(adapter: adapter, isThere: true))
    }
  }

  /// The rules by which an adapter is recognised as a former one, the most certain first.
  private static let likenesses: [@Sendable (I2CAdapter, I2CAdapter) -> Bool] = [
    { $0 == $1 },
    { $0.node != nil && $0.node == $1.node },
    { $0.node == nil && $1.node == nil && $0.name == $1.name },
    { $0.node == nil && $1.node == nil && $0.model == $1.model && $0.number == $1.number },
    { $0.node == nil && $1.node == nil && $0.model == $1.model },
  ]
}
