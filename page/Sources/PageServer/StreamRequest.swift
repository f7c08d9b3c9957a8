/// What a browser asks the stream for.
package struct StreamRequest: Equatable, Sendable {
  /// Readings a second.
  package var rate: Int

  /// Readings a second where the browser names none.
  static let defaultRate = 60

  /// - Parameter rate: the query's `rate`.
  /// - Returns: `nil` where it is no whole number from 1 to 60.
  package init?(rate: String?) {
    guard let rate else {
      self.rate = Self.defaultRate
      return
    }
    guard let number = Int(rate), (1...60).contains(number) else { return nil }
    self.rate = number
  }

  /// The daemon's request for all that the page shows. Source: docs/protocol.md.
  package var line: String {
    #"{"do":"watch","topics":{"reading":{"rate_hz":\#(rate)},"state":{},"event":{},"qibla":{},"#
      + "\"position\":{},\"devices\":{},\"calibration\":{},\"field\":{}}}\n"
  }
}
