/// Why a report, or its date, was rejected; the description is a clause for the journal.
package enum FixFault: Equatable, Sendable, CustomStringConvertible {
  /// Numbers that are not a place on the Earth.
  case notAPlace
  /// At 0 N, 0 E, which some receivers report without a fix.
  case zeroZero
  /// So far from the last place that nothing could have moved there, km.
  case jump(kilometres: Double)
  /// The fix is so much older than the others were when they came, s: it was delayed on its way, or
  /// the receiver repeats one fix.
  case late(seconds: Double)
  /// The date is outside the years that this program accepts.
  case year
  /// The date is off by so many times 1024 weeks, at which the count of weeks begins again.
  case weekRollover(Int)

  package var description: String {
    switch self {
    case .notAPlace: "a fix is not a place on the Earth"
    case .zeroZero: "a fix is at 0 N, 0 E, where confused receivers claim to be"
    case .jump(let kilometres):
      "a fix is \(Int(min(kilometres, 1e6).rounded())) km away, further than anything moves"
    case .late(let seconds): "a fix is \(Int(min(seconds, 1e12).rounded())) s old"
    case .year:
      "the receiver's date is in a year that cannot be; the place is used, the date is not"
    case .weekRollover(let count):
      "the receiver's date is off by \(count) times 1024 weeks; the place is used, the date is not"
    }
  }

  /// Whether both are of one kind, whatever their numbers.
  package func isLike(_ other: FixFault?) -> Bool {
    switch (self, other) {
    case (.notAPlace, .notAPlace), (.zeroZero, .zeroZero), (.jump, .jump), (.late, .late),
      (.year, .year), (.weekRollover, .weekRollover):
      true
    default: false
    }
  }
}
