import Publisher

/// Whether the pipeline's messages reach a client or a motor at once.
///
/// While they reach neither, the pipeline's thread wakes up a sixth as often and computes the ticks since then
/// together: of a tick that a thread computes alone, most of the cost is the waking up. The ticks are the same, only
/// later.
struct Listeners: Sendable {
  /// The longest sleep without a client. Source: chosen; six ticks. A client that connects ends it.
  static let longestSleep = Duration.milliseconds(100)
  /// The same while no sensor is read. Source: chosen; the end of the daemon waits as long.
  static let longestPause = Duration.milliseconds(250)

  let publisher: Publisher
  /// `nil` where nothing is to be felt.
  let haptics: HapticPlayer?
  let meter: TickMeter

  /// Whether a client of either socket is connected.
  var hasClient: Bool { publisher.clientCount > 0 }

  /// Whether there is a motor that plays events.
  var hasMotor: Bool { haptics?.hasMotor ?? false }

  /// Whether there is a client, or a motor that plays events.
  var areThere: Bool { hasClient || hasMotor }

  /// Sleeps while no client is connected.
  func sleep(atMost timeout: Duration = longestSleep) {
    meter.pause()
    publisher.waitForClient(atMost: timeout)
  }
}
