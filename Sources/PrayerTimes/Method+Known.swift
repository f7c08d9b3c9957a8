extension Method {
  /// All methods with a name, those with vectors first.
  ///
  /// - Source: the first twelve: `CalculationMethod` of batoulapps/adhan-swift (MIT); the others as
  ///   AlAdhan and prayer-timetable/adhan_dart publish them.
  public static let known: [Method] = [
    Method("muslimWorldLeague", 18, .angle(17)) { $0.minutes.dhuhr = 1 },
    Method("egyptian", 19.5, .angle(17.5)) { $0.minutes.dhuhr = 1 },
    Method("karachi", 18, .angle(18)) { $0.minutes.dhuhr = 1 },
    Method("ummAlQura", 18.5, .minutes(90)) { $0.isLaterInRamadan = true },
    Method("dubai", 18.2, .angle(18.2)) {
      ($0.minutes.sunrise, $0.minutes.dhuhr) = (-3, 3)
      ($0.minutes.asr, $0.minutes.maghrib) = (3, 3)
    },
    Method("moonsightingCommittee", 18, .angle(18)) {
      ($0.minutes.dhuhr, $0.minutes.maghrib) = (5, 3)
      $0.isSeasonal = true
    },
    Method("northAmerica", 15, .angle(15)) { $0.minutes.dhuhr = 1 },
    Method("kuwait", 18, .angle(17.5)),
    Method("qatar", 18, .minutes(90)),
    Method("singapore", 20, .angle(18)) {
      $0.minutes.dhuhr = 1
      $0.rounding = .up
    },
    Method("tehran", 17.7, .angle(14), maghrib: 4.5),
    Method("turkey", 18, .angle(17)) {
      ($0.minutes.sunrise, $0.minutes.dhuhr) = (-7, 5)
      ($0.minutes.asr, $0.minutes.maghrib) = (4, 7)
    },
    others("jafari", 16, .angle(14), maghrib: 4),
    others("algeria", 18, .angle(17)),
    others("tunisia", 18, .angle(18)),
    others("jordan", 18, .angle(18), maghribMinutes: 5),
    others("france", 12, .angle(12)),
    // 77 min after Maghrib, which is 3 min after sunset. Source: `PrayerTimes.adjustTimes` of
    // islamic-network/prayer-times, the library of AlAdhan, adds the minutes of Isha to Maghrib.
    others("portugal", 18, .minutes(80), maghribMinutes: 3),
    others("kemenag", 20, .angle(18)),
  ]

  /// The method with a name of the command line; `nil` if there is none.
  public static func named(_ name: some StringProtocol) -> Method? {
    known.first { $0.name == name }
  }

  /// The method that a word probably means: its name in other letters or with other marks, as `Umm-al-Qura`, or a name
  /// of other programs, as `ISNA`. `nil` for any other word.
  public static func meant(by word: some StringProtocol) -> Method? {
    func letters(_ text: some StringProtocol) -> String { text.lowercased().filter(\.isLetter) }
    let wanted = letters(word)
    return known.first { letters($0.name) == wanted } ?? otherNames[wanted].flatMap { named($0) }
  }

  /// Names of PrayTimes and of AlAdhan, in small letters.
  private static let otherNames = [
    "mwl": "muslimWorldLeague", "isna": "northAmerica", "egypt": "egyptian",
    "makkah": "ummAlQura", "mecca": "ummAlQura", "moonsighting": "moonsightingCommittee",
    "muis": "singapore", "diyanet": "turkey", "uoif": "france",
  ]

  private static func others(
    _ name: String, _ fajr: Double, _ isha: Isha, maghrib: Double? = nil,
    maghribMinutes: Double = 0
  ) -> Method {
    Method(name, fajr, isha, maghrib: maghrib) {
      $0.minutes.maghrib = maghribMinutes
      $0.standing = .publishedByOthers
    }
  }
}
