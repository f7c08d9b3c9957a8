package import JSON
internal import Quantities

extension JSONWriter {
  /// Writes an instant in UTC as in RFC 3339, with milliseconds (truncated, not rounded); an empty
  /// string outside the years 0 to 9999.
  package mutating func utc(_ microsecondsSince1970: Int64) {
    guard let parts = UTCTime.Parts(microseconds: microsecondsSince1970) else {
      return string("")
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 26) { buffer in
      var end = 0
      func put(_ value: Int64, _ width: Int, then separator: UInt8) {
        var divisor: Int64 = 1
        for _ in 1..<width { divisor *= 10 }
        while divisor > 0 {
          buffer[end] = UInt8(ascii: "0") + UInt8(value / divisor % 10)
          divisor /= 10
          end += 1
        }
        buffer[end] = separator
        end += 1
      }
      buffer[end] = UInt8(ascii: "\"")
      end += 1
      put(parts.year, 4, then: UInt8(ascii: "-"))
      put(parts.month, 2, then: UInt8(ascii: "-"))
      put(parts.day, 2, then: UInt8(ascii: "T"))
      put(parts.hour, 2, then: UInt8(ascii: ":"))
      put(parts.minute, 2, then: UInt8(ascii: ":"))
      put(parts.second, 2, then: UInt8(ascii: "."))
      put(parts.microsecond / 1000, 3, then: UInt8(ascii: "Z"))
      buffer[end] = UInt8(ascii: "\"")
      end += 1
      raw(UnsafeBufferPointer(rebasing: buffer[..<end]))
    }
  }
}
