/// A method of calculation: the angles and minutes that an authority or a region uses.
public struct Method: Equatable, Sendable {
  /// When Isha begins.
  public enum Isha: Equatable, Sendable {
    /// Degrees of the sun's centre below the horizon.
    case angle(Double)
    /// Minutes after sunset; by the rule `ours` at the latest in the middle of the night.
    case minutes(Double)
  }

  /// How times are rounded to minutes.
  public enum Rounding: String, CaseIterable, Sendable {
    /// To the nearest minute; 30 s are rounded up.
    case nearest
    /// To the next whole minute.
    case up
    /// To whole seconds only.
    case none
  }

  /// Where the numbers come from.
  public enum Standing: String, Sendable {
    /// Compared with vectors of the Adhan libraries.
    case verified
    /// Published by others; no vectors were found to compare it with.
    case publishedByOthers = "published by others"
    /// Numbers of the user's own.
    case custom
  }

  /// The word of the command line.
  public let name: String
  /// Degrees of the sun's centre below the horizon.
  public var fajrAngle: Double
  public var isha: Isha
  /// Degrees below the horizon; `nil` for sunset.
  public var maghribAngle: Double?
  /// Minutes that the method adds to each time.
  public var minutes = PerPrayer(repeating: 0.0)
  public var rounding = Rounding.nearest
  public var standing = Standing.verified
  /// Whether dawn and dusk are those of the Moonsighting Committee, by latitude and season.
  public var isSeasonal = false
  /// Whether Isha is 30 minutes later in Ramadan.
  public var isLaterInRamadan = false

  /// A method with numbers of the user's own.
  ///
  /// - Parameters:
  ///   - fajrAngle: degrees, over 0 and at most 30.
  ///   - isha: an angle of that range too, or minutes of at least 1.
  ///   - maghribAngle: degrees of that range, or `nil` for sunset.
  public init(
    fajrAngle: Double, isha: Isha, maghribAngle: Double? = nil
  ) throws(MethodError) {
    self.init("custom", fajrAngle, isha, maghrib: maghribAngle)
    standing = .custom
    for angle in [fajrAngle, maghribAngle ?? 1] where !(angle > 0 && angle <= 30) {
      throw .angle(angle)
    }
    switch isha {
    case .angle(let angle) where !(angle > 0 && angle <= 30): throw .angle(angle)
    case .minutes(let minutes) where !(minutes >= 1 && minutes <= 300): throw .minutes(minutes)
    case .angle, .minutes: break
    }
  }

  init(
    _ name: String, _ fajr: Double, _ isha: Isha, maghrib: Double? = nil,
    _ change: (inout Method) -> Void = { _ in }
  ) {
    (self.name, fajrAngle, self.isha, maghribAngle) = (name, fajr, isha, maghrib)
    change(&self)
  }
}

/// Why a method of the user's own cannot be used.
public enum MethodError: Error, Equatable, Sendable {
  /// An angle that is not over 0° and at most 30°. With 0° dawn would be sunrise.
  case angle(Double)
  /// Minutes that are not 1 to 300.
  case minutes(Double)
}
