extension IIODevice {
  /// Measurements a second as its driver says, of the first channel that has a rate; `nil` where it does
  /// not say. May ask the chip.
  package var rateHz: Double? {
    let files = rates.map(\.file) + channels.map { "\($0.quantity.prefix)_sampling_frequency" }
    return (files + ["sampling_frequency"]).lazy
      .compactMap { smallText("\(path)/\($0)").flatMap(number) }.first
  }

  /// Asks for the highest useful rate; where that is not allowed it stays as it was.
  func askForItsHighestRate() {
    for rate in rates { _ = writeSmallText(rate.fastest, to: "\(path)/\(rate.file)") }
  }

  /// Has the driver write its settings into the chip once more: one that lost its power for a moment forgot
  /// them, and its driver does not know.
  ///
  /// Each setting goes to another value and back, because a driver may leave out what it believes to be
  /// there. The device has to be described anew behind this.
  func writeSettingsAnew() {
    for channel in channels {
      let prefix = channel.quantity.prefix
      for name in ["\(prefix)_scale"] + ["x", "y", "z"].map({ "\(prefix)_\($0)_scale" }) {
        writeAnew(name, available: ["\(name)_available", "\(prefix)_scale_available"])
      }
    }
    for rate in rates {
      writeAnew(rate.file, available: ["\(rate.file)_available", "sampling_frequency_available"])
    }
    askForItsHighestRate()
  }

  private func writeAnew(_ name: String, available: [String]) {
    let file = "\(path)/\(name)"
    guard let now = smallText(file), let value = number(now),
      let list = available.lazy.compactMap({ smallText("\(path)/\($0)") }).first
    else { return }
    let choices = list.split(whereSeparator: \.isWhitespace).map(String.init)
    let others = choices.filter { choice in number(choice).map { $0 != value } ?? false }
    // As it is listed, where it is: that is how drivers read it back.
    let same = choices.first { number($0) == value } ?? now
    guard let other = others.first, writeSmallText(other, to: file) else { return }
    _ = writeSmallText(same, to: file)
  }
}
