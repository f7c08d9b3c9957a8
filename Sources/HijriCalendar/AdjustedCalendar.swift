public import Dates

/// Why a month cannot begin on a day.
public enum AdjustmentError: Error, Equatable, Sendable {
  /// The day is more than two days from the day of the tables.
  case tooFar(HijriMonth, days: Int)
  /// The month would have other than 29 or 30 days, and its neighbour's first day is adjusted already.
  case length(HijriMonth, days: Int)
  /// The month has been adjusted already.
  case twice(HijriMonth)
}

/// The Hijri calendar with the first days of some months adjusted to what was sighted or announced.
///
/// An adjustment moves the first day of one month and ends with that month. Where a month would get 28 or
/// 31 days, the first day of its neighbour moves along, and so on; `changedMonths` says which.
public struct AdjustedCalendar: Equatable, Sendable {
  private struct Shift: Equatable, Sendable {
    let month: HijriMonth
    let days: Int
    let isGiven: Bool
  }

  private var shifts: [Shift] = []

  /// A calendar without adjustments.
  public init() {}

  /// The months whose first day is not that of the tables, in order.
  public var changedMonths: [HijriMonth] { shifts.filter { $0.days != 0 }.map(\.month).sorted() }

  /// Sets the first day of a month.
  ///
  /// - Parameters:
  ///   - month: such as Ramadan 1448.
  ///   - first: at most two days from the day of the tables; that day itself confirms it, so that it is not moved
  ///     along.
  public mutating func setFirstDay(
    of month: HijriMonth, to first: CalendarDate
  ) throws(AdjustmentError) {
    let days = first.dayNumber - month.firstDay.dayNumber
    guard abs(days) <= 2 else { throw .tooFar(month, days: days) }
    guard !shifts.contains(where: { $0.month == month && $0.isGiven }) else { throw .twice(month) }
    var changed = self
    changed.shifts.removeAll { $0.month == month }
    // Also of 0 days: a first day that the user confirms is not moved along with a neighbour's.
    changed.shifts.append(Shift(month: month, days: days, isGiven: true))
    try changed.repair(month, before: true, by: days)
    try changed.repair(month, before: false, by: days)
    self = changed
  }

  /// The first day of a month, with adjustments.
  public func firstDay(of month: HijriMonth) -> CalendarDate {
    let shift = shifts.first { $0.month == month }
    return month.firstDay.adding(days: shift?.days ?? 0)
  }

  /// The days of a month, 29 or 30, with adjustments.
  public func length(of month: HijriMonth) -> Int {
    firstDay(of: HijriMonth(index: month.index + 1)).dayNumber - firstDay(of: month).dayNumber
  }

  /// The date in this calendar; `nil` before 622-07-19.
  public func date(of date: CalendarDate) -> HijriDate? {
    guard var month = HijriMonth(with: date) else { return nil }
    if firstDay(of: month) > date, month.index > 0 { month = HijriMonth(index: month.index - 1) }
    let next = HijriMonth(index: month.index + 1)
    if firstDay(of: next) <= date { month = next }
    return HijriDate(month: month, day: date.dayNumber - firstDay(of: month).dayNumber + 1)
  }

  /// The Gregorian date of a day; `nil` if the month has no such day.
  public func date(of month: HijriMonth, day: Int) -> CalendarDate? {
    guard day >= 1, day <= length(of: month) else { return nil }
    return firstDay(of: month).adding(days: day - 1)
  }

  /// Moves the first days of earlier or of later months along, as far as months would not have 29 or 30 days.
  private mutating func repair(
    _ month: HijriMonth, before: Bool, by days: Int
  ) throws(AdjustmentError) {
    // No more than four months of 30 days, or three of 29, follow one another.
    let mostMonths = 4
    var moved = month
    for _ in 0...mostMonths {
      let touched = before ? HijriMonth(index: max(0, moved.index - 1)) : moved
      let broken = length(of: touched)
      guard !(29...30).contains(broken) else { return }
      let neighbour = before ? touched : HijriMonth(index: moved.index + 1)
      let excess = broken > 30 ? broken - 30 : broken - 29
      guard !shifts.contains(where: { $0.month == neighbour }) else {
        throw .length(touched, days: broken)
      }
      shifts.append(Shift(month: neighbour, days: before ? excess : -excess, isGiven: false))
      moved = neighbour
    }
    throw .length(month, days: length(of: month))
  }
}
