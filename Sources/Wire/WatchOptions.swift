/// The options of a topic in `watch`. Only `reading` has any: the other topics are sent when they
/// change.
public struct WatchOptions: Equatable, Sendable {
  /// The highest number of messages a second, in (0, 60]; `nil` for every message.
  public var rateHz: Double?
  /// Degrees in (0, 180]: a reading is sent only when its heading, its pointer or its error differs
  /// by at least this from the last one that was sent, or its status or alignment is another; `nil`
  /// for every reading of the rate.
  public var minChangeDegrees: Double?
  /// Milliseconds, 1 to 3,600,000: a reading that is so much later than the last one is sent
  /// although nothing has changed; `nil` for never. Only with `minChangeDegrees`.
  public var maxGapMilliseconds: Int?
  /// How the screen is turned against the device.
  public var screen = ScreenTurn.none

  public init(
    rateHz: Double? = nil, minChangeDegrees: Double? = nil, maxGapMilliseconds: Int? = nil,
    screen: ScreenTurn = .none
  ) {
    self.rateHz = rateHz
    self.minChangeDegrees = minChangeDegrees
    self.maxGapMilliseconds = maxGapMilliseconds
    self.screen = screen
  }

  /// The options that the server applies: a rate of at most 60 Hz, and all of them only for
  /// `reading`.
  public func effective(for topic: Topic) -> WatchOptions {
    guard topic == .reading else { return WatchOptions() }
    var options = self
    options.rateHz = min(rateHz ?? Limits.rateHz, Limits.rateHz)
    return options
  }
}

/// Where the upper edge of a screen points, clockwise from the device's forward axis as the viewer
/// sees it; the raw value is in degrees.
public enum ScreenTurn: Int, CaseIterable, Sendable {
  case none = 0
  /// The upper edge is at the device's right side.
  case right = 90
  case half = 180
  /// The upper edge is at the device's left side.
  case left = 270
}
