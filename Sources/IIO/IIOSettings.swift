extension IIODevice {
  /// Measurements a second by its driver, of the first channel that has a rate; `nil` where the driver gives
  /// none. May read the chip.
  package var rateHz: Double? {
    let files = rates.map(\.file) + channels.map { "\($0.quantity.prefix)_sampling_frequency" }
    return (files + ["sampling_frequency"]).lazy
      .compactMap { smallText("\(path)/\($0)").flatMap(number) }.first
  }

  /// Sets the highest useful rate; where that is not permitted the rate stays as it was.
  func askForItsHighestRate() {
    for rate in rates { _ = writeSmallText(rate.fastest, to: "\(path)/\(rate.file)") }
  }

  /// Makes the driver write its settings into the chip again: a chip that was without power for a moment has
  /// lost them, and its driver does not notice.
  ///
  /// Each setting is changed and changed back, because a driver may skip a value that it wrote before. The
  /// device has to be described again after this.
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
