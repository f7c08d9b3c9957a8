internal import Dates

/// The calendar of Umm al-Qura, 1420 to 1500, in 162 bytes.
enum UmmAlQura {
  private static let firstYear = 1420
  /// 1420-01-01 is 1999-04-17.
  private static let firstDayNumber = 10_698

  /// A word for each year; bit 0 is Muharram. A set bit is a month of 30 days, else it has 29.
  ///
  /// - Source: the printed calendars to 1450 and R. H. van Gent's computation to 1500, through
  ///   hijridate 2.6.0 (MIT), `ummalqura.MONTH_STARTS`.
  private static let longMonths: [UInt16] = [
    0xbd2, 0xbc4, 0xb89, 0xa95, 0x52d, 0x5ad, 0xb6a, 0x6d4, 0xdc9, 0xd92, 0xaa6, 0x956, 0x2ae,
    0x56d, 0x36a, 0xb55, 0xaaa, 0x94d, 0x49d, 0x95d, 0x2ba, 0x5b5, 0x5aa, 0xd55, 0xa9a, 0x92e,
    0x26e, 0x55d, 0xada, 0x6d4, 0x6a5, 0x54b, 0xa97, 0x54e, 0xaae, 0x5ac, 0xba9, 0xd92, 0xb25,
    0x64b, 0xcab, 0x55a, 0xb55, 0x6d2, 0xea5, 0xe4a, 0xa95, 0x52d, 0xaad, 0x36c, 0x759, 0x6d2,
    0x695, 0x52d, 0xa5b, 0x4ba, 0x9ba, 0x3b4, 0xb69, 0xb52, 0xaa6, 0x4b6, 0x96d, 0x2ec, 0x6d9,
    0xeb2, 0xd54, 0xd2a, 0xa56, 0x4ae, 0x96d, 0xd6a, 0xb54, 0xb29, 0xa93, 0x52b, 0xa57, 0x536,
    0xab5, 0x6aa, 0xe93,
  ]

  /// The first day of a month; `nil` outside 1420 to 1500.
  static func firstDay(of month: HijriMonth) -> CalendarDate? {
    let year = month.year - firstYear
    guard longMonths.indices.contains(year) else { return nil }
    var day = firstDayNumber + 348 * year + 29 * (month.month - 1)
    for earlier in 0..<year { day += longMonths[earlier].nonzeroBitCount }
    let before = longMonths[year] & ((1 << UInt16(month.month - 1)) - 1)
    return CalendarDate(dayNumber: day + before.nonzeroBitCount)
  }
}
