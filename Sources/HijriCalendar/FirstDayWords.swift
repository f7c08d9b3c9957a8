internal import Dates

/// Why a text such as `1448-09=2027-02-09` is no adjustment, in words that say what to write.
public struct FirstDayError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String
}

extension AdjustedCalendar {
  /// Sets the first day of a month from a text such as `1448-09=2027-02-09`.
  public mutating func setFirstDay(parsing text: some StringProtocol) throws(FirstDayError) {
    let sides = text.split(separator: "=", omittingEmptySubsequences: false)
    guard sides.count == 2, let month = HijriMonth(parsing: sides[0]) else {
      throw FirstDayError(
        description: "write a month and its first day, such as 1448-09=2027-02-09")
    }
    let first: CalendarDate
    do throws(CalendarDateError) { first = try CalendarDate(parsing: sides[1]) } catch {
      throw FirstDayError(description: "date: \(error.words)")
    }
    do throws(AdjustmentError) { try setFirstDay(of: month, to: first) } catch {
      throw FirstDayError(description: error.words)
    }
  }
}

extension HijriMonth {
  /// Parses `1448-09`.
  ///
  /// - Returns: `nil` for another form, and for a month that the calendar has not.
  public init?(parsing text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
      text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (48...57).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1])
    else { return nil }
    self.init(year: year, month: month)
  }
}

extension AdjustmentError {
  /// What is wrong, and what to do.
  public var words: String {
    switch self {
    case .tooFar(let month, let days):
      "\(month) would begin \(abs(days)) days \(days < 0 ? "earlier" : "later") than by the "
        + "tables (\(month.firstDay)); at most 2 are allowed"
    case .length(let month, let days):
      "\(month) would have \(days) days; adjust its neighbour as well, or correct the date"
    case .twice(let month): "\(month) is given twice; keep one"
    }
  }
}
