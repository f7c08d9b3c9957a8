internal import Dates

/// The first day of a month of the tabular calendar: odd months of 30 days, even ones of 29, and a
/// 30th day of the twelfth month in the years 2, 5, 7, 10, 13, 16, 18, 21, 24, 26 and 29 of each 30.
///
/// It begins on 622-07-19 (the civil epoch), and fits the first and the last day of the Umm al-Qura
/// table without a gap.
/// - Source: E. M. Reingold and N. Dershowitz, *Calendrical Calculations*, "The Islamic Calendar".
func tabularFirstDay(of month: HijriMonth) -> CalendarDate {
  let year = month.year
  let daysBefore = (year - 1) * 354 + (3 + 11 * year) / 30 + (59 * (month.month - 1) + 1) / 2
  return CalendarDate(dayNumber: daysBefore - 492_148)
}
