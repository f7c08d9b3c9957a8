public import Day
private import Glibc

extension Zone {
  /// The zone of this machine, or of the variable TZ, by the C library.
  public static let ofMachine = Zone { unixSeconds in
    var time = time_t(unixSeconds)
    var parts = tm()
    // UTC where the C library does not know.
    guard localtime_r(&time, &parts) != nil else { return 0 }
    return Double(parts.tm_gmtoff)
  }
}
