public import Day
private import Glibc

extension Zone {
  /// The zone of this machine, or of the variable TZ, by the C library.
  ///
  /// It is UTC where the C library does not know the zone, as without the package `tzdata`, and does not say so; `Day`
  /// sees it where the sun's time is over 1.5 h ahead.
  public static let ofMachine = Zone { unixSeconds in
    var time = time_t(unixSeconds)
    var parts = tm()
    // UTC where the C library does not know.
    guard localtime_r(&time, &parts) != nil else { return 0 }
    return Double(parts.tm_gmtoff)
  }

  /// Has the C library look whether the machine has another zone, or other rules for it, and read them.
  ///
  /// `localtime_r` reads them once in a process, so a program that runs for long calls this every now and then, from any
  /// thread. It costs a `stat` of `/etc/localtime`, some microseconds. A zone of the variable TZ is read again only where
  /// the variable itself has changed, and not where its file has.
  /// Source: `tzset_internal` and `__tzfile_read` of glibc 2.36.
  public static func refreshMachine() { tzset() }
}
