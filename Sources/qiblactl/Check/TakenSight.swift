import HeadingCheck

/// The heading of the next second, of a running daemon.
///
/// - Throws: `CommandFailure` without a daemon or a heading, or where the device turns.
func takeSight(_ socketDirectory: String?) throws -> HeadingSight {
  var collector = SightCollector()
  try takeMessages(
    of: SightCollector.topics, socketDirectory: socketDirectory, silence: "no reading comes"
  ) { collector.take($0) }
  do throws(SightRefusal) { return try collector.sight() } catch {
    let more = error == .noHeading ? "; qiblactl status says why" : ""
    throw CommandFailure("\(error)\(more)")
  }
}
