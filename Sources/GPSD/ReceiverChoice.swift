import Quantities

/// Chooses the receiver to use among several.
///
/// gpsd sends the reports of all its receivers, and two of them never agree: used in turn they
/// would let the place jump, and with one that has no fix the fix would come and go twice a second.
/// So one is used until it is lost or another one has been better for 10 s.
///
/// A value without I/O: reports and their instants go in.
struct ReceiverChoice: Equatable, Sendable {
  /// s without a fix after which a receiver is no longer the one that is used, and for which
  /// another one has to have a better mode. It is the time after which a position counts as the
  /// last known one (docs/position.md): sooner, a bridge or a tree would change receivers.
  static let delay = 10.0
  /// A gpsd has 4 receivers (`MAX_DEVICES` of 3.22); newer ones more. Beyond this number the
  /// receivers that have been silent longest are removed.
  static let mostReceivers = 16

  private struct Receiver: Equatable {
    var device: String
    var mode: Int
    var lastReport: Timestamp
    /// Since when its mode has been better than that of the one that is used, without an
    /// interruption.
    var betterSince: Timestamp?
  }

  /// The receiver that is used, and when it had a fix last; none is before the first fix.
  private struct Chosen: Equatable {
    var device: String
    var mode: Int
    var lastFix: Timestamp
  }

  private var chosen: Chosen?
  private var receivers: [Receiver] = []

  /// The receiver whose reports are used.
  var device: String? { chosen?.device }
  /// How many receivers have sent reports.
  var count: Int { receivers.count }

  /// Whether a report is to be used; as long as no receiver has a fix, each is.
  ///
  /// - Parameter mode: as in `FixReport`; from 2 on it is a fix.
  mutating func uses(_ device: String, mode: Int, at time: Timestamp) -> Bool {
    let index = note(device, mode, at: time)
    if let used = chosen, time.seconds(since: used.lastFix) >= Self.delay { chosen = nil }
    if chosen?.device == device {
      chosen?.mode = mode
      if mode >= 2 { chosen?.lastFix = time }
      compareAll(at: time)
      return true
    }
    compare(index, at: time)
    guard isBetter(index, at: time) else { return chosen == nil }
    guard mode >= 2 else { return true }
    chosen = Chosen(device: device, mode: mode, lastFix: time)
    compareAll(at: time)
    return true
  }

  /// Records a report of a receiver.
  ///
  /// - Returns: the index in `receivers`.
  private mutating func note(_ device: String, _ mode: Int, at time: Timestamp) -> Int {
    if let index = receivers.firstIndex(where: { $0.device == device }) {
      if time.seconds(since: receivers[index].lastReport) >= Self.delay {
        receivers[index].betterSince = nil
      }
      (receivers[index].mode, receivers[index].lastReport) = (mode, time)
      return index
    }
    if receivers.count == Self.mostReceivers,
      let oldest = receivers.indices.min(by: {
        receivers[$0].lastReport < receivers[$1].lastReport
      })
    {
      receivers.remove(at: oldest)
    }
    receivers.append(Receiver(device: device, mode: mode, lastReport: time))
    return receivers.count - 1
  }

  /// Whether the receiver may take over.
  private func isBetter(_ index: Int, at time: Timestamp) -> Bool {
    guard chosen != nil else { return true }
    guard let since = receivers[index].betterSince else { return false }
    return time.seconds(since: since) >= Self.delay
  }

  private mutating func compareAll(at time: Timestamp) {
    for index in receivers.indices { compare(index, at: time) }
  }

  private mutating func compare(_ index: Int, at time: Timestamp) {
    guard let chosen, receivers[index].mode > chosen.mode, receivers[index].mode >= 2 else {
      receivers[index].betterSince = nil
      return
    }
    if receivers[index].betterSince == nil { receivers[index].betterSince = time }
  }
}
