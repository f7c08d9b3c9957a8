import ArgumentParser
import Wire

/// Times and sizes as the user writes them.
enum RecordingUnits {
  /// Seconds of `90s`, `10m`, `2h` or `90`.
  static func seconds(_ text: String) throws -> Double {
    let factors: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
    let factor = text.last.flatMap { factors[$0] }
    let number = factor == nil ? Substring(text) : text.dropLast()
    guard let value = Double(number), RecordingOptions.seconds.contains(value * (factor ?? 1))
    else { throw ValidationError("\(text): give a time from 1s to 270h, such as 90s, 10m or 2h") }
    return value * (factor ?? 1)
  }

  /// Bytes of `500k`, `50M` or `1G`; k is 1000.
  static func bytes(_ text: String) throws -> Int64 {
    let factors: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9]
    let factor = text.last.flatMap { factors[$0] }
    let number = factor == nil ? Substring(text) : text.dropLast()
    guard let value = Double(number), let bytes = Int64(exactly: (value * (factor ?? 1)).rounded()),
      RecordingOptions.bytes.contains(bytes)
    else {
      throw ValidationError("\(text): give a size from 100k to 1000G, such as 500k, 50M or 1G")
    }
    return bytes
  }

  /// `812 kB`.
  static func text(bytes: Int64) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    if bytes < 1_000_000 { return "\(bytes / 1000) kB" }
    return "\(Double(bytes / 10_000) / 100) MB"
  }
}
