/// What a bug report leaves out.
enum ReportRedaction {
  /// The settings whose values are shown. All others may say where or whose the device is.
  private static let shown: Set<String> = [
    "target.method", "sensors.bus", "sensors.chips", "sensors.kernel_drivers",
    "sensors.pause_after_s", "mount.board",
    "mount.magnetometer", "mount.inertial", "gpsd.enabled", "gpsd.port", "stream.mode",
    "control.enabled", "log.level",
  ]
  /// The sections of which every value is shown.
  private static let shownSections: Set<Substring> = ["haptics", "alignment", "calibration"]

  /// The configuration without comments, and without the values that are not shown.
  static func configuration(_ text: String) -> String {
    var section = ""
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
        section = String(line[line.index(after: line.startIndex)..<end].trimmed)
        lines.append("[\(section)]")
      } else if let equals = line.firstIndex(of: "=") {
        let key = String(line[..<equals].trimmed)
        let path = section.isEmpty ? key : "\(section).\(key)"
        let isShown =
          shown.contains(path)
          || shownSections.contains(path.prefix { $0 != "." })
        let value = line[line.index(after: equals)...].trimmed.withoutComment
        lines.append(isShown ? "\(key) = \(value)" : "\(key) = … # left out")
      } else {
        lines.append("# a line that is no setting is left out")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Text of a log without the names of users in paths, and without coordinates.
  static func log(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var words = line.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      for index in words.indices.dropFirst() where words[index - 1] == "home" {
        words[index] = "…" + words[index].drop { $0.isLetter || $0.isNumber || "-_.".contains($0) }
      }
      return withoutCoordinates(words.joined(separator: "/"))
    }.joined(separator: "\n")
  }

  /// A number with three decimals or more is a coordinate for all that is known.
  private static func withoutCoordinates(_ line: String) -> String {
    var output = ""
    var number = ""
    func flush() {
      let decimals = number.split(separator: ".", omittingEmptySubsequences: false)
      output += decimals.count == 2 && decimals[1].count >= 3 ? "…" : number
      number = ""
    }
    for character in line {
      if character.isASCII, character.isNumber || character == "." && !number.isEmpty {
        number.append(character)
      } else {
        flush()
        output.append(character)
      }
    }
    flush()
    return output
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " || $0 == "\t" || $0 == "\r" }
    while let last = text.last, last == " " || last == "\t" || last == "\r" {
      text = text.dropLast()
    }
    return text
  }

  /// The value without a comment after it.
  fileprivate var withoutComment: Substring {
    var quote: Character?
    for index in indices {
      let character = self[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "#" {
        return self[..<index].trimmed
      }
    }
    return self
  }
}
