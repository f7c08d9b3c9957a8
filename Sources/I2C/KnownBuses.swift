/// The buses that are or were looked at. Each keeps its index, also while its adapter is gone and when that
/// comes back under another number.
package struct KnownBuses: Equatable, Sendable {
  /// More than any machine has: a bus beyond it is left alone.
  package static let most = 64

  private struct Bus: Equatable, Sendable {
    var adapter: I2CAdapter
    var isThere: Bool
  }

  /// The only bus that is looked at, by the text that names it; `nil` for all that are for chips.
  private let wanted: I2CBusName?
  private var buses: [Bus] = []
  /// Why the bus that is wanted cannot be opened.
  private var refusal: I2CError?

  /// - Parameter wanted: the only one that is looked at, which has the index 0 whether it is there or not.
  package init(only wanted: I2CBusName? = nil) {
    self.wanted = wanted
    refusal = wanted.map { .noSuchBus(name: $0.text) }
  }

  /// How many indices are taken.
  package var count: Int { wanted == nil ? buses.count : 1 }

  /// What a bus is called: by its adapter's label, or as it was asked for.
  package func label(of index: Int) -> String {
    wanted?.text ?? buses[index].adapter.label
  }

  /// The adapter of a bus.
  ///
  /// - Throws: `.noSuchBus` while it is not there; `.ambiguousBus`.
  package func adapter(of index: Int) throws(I2CError) -> I2CAdapter {
    if let refusal { throw refusal }
    guard buses.indices.contains(index), buses[index].isThere else {
      throw .noSuchBus(name: label(of: index))
    }
    return buses[index].adapter
  }

  /// Takes which adapters are there now.
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
    // What stayed, then what came back, the surest likeness first.
    for isSame in Self.likenesses {
      for index in buses.indices where !buses[index].isThere {
        guard let found = new.firstIndex(where: { isSame($0, buses[index].adapter) }) else {
          continue
        }
        buses[index] = Bus(adapter: new.remove(at: found), isThere: true)
      }
    }
    for adapter in new.prefix(max(Self.most - buses.count, 0)) {
      buses.append(Bus(adapter: adapter, isThere: true))
    }
  }

  /// When an adapter is one that was there before.
  private static let likenesses: [@Sendable (I2CAdapter, I2CAdapter) -> Bool] = [
    { $0 == $1 },
    { $0.node != nil && $0.node == $1.node },
    { $0.node == nil && $1.node == nil && $0.name == $1.name },
    { $0.node == nil && $1.node == nil && $0.model == $1.model && $0.number == $1.number },
    { $0.node == nil && $1.node == nil && $0.model == $1.model },
  ]
}
