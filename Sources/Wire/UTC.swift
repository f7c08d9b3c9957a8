private import Glibc
package import JSON

extension JSONWriter {
  /// Writes an instant in UTC as in RFC 3339, with milliseconds (truncated, not rounded).
  package mutating func utc(_ microsecondsSince1970: Int64) {
    let (seconds, microseconds) = microsecondsSince1970.quotientAndFloorRemainder(1_000_000)
    var time = time_t(seconds)
    var parts = tm()
    guard gmtime_r(&time, &parts) != nil else { return string("") }
    let fields = (
      Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour),
      Int(parts.tm_min), Int(parts.tm_sec)
    )
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 26) { buffer in
      var end = 0
      func put(_ value: Int, _ width: Int, then separator: UInt8) {
        var divisor = 1
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
      put(fields.0, 4, then: UInt8(ascii: "-"))
      put(fields.1, 2, then: UInt8(ascii: "-"))
      put(fields.2, 2, then: UInt8(ascii: "T"))
      put(fields.3, 2, then: UInt8(ascii: ":"))
      put(fields.4, 2, then: UInt8(ascii: ":"))
      put(fields.5, 2, then: UInt8(ascii: "."))
      put(Int(microseconds / 1000), 3, then: UInt8(ascii: "Z"))
      buffer[end] = UInt8(ascii: "\"")
      end += 1
      raw(UnsafeBufferPointer(rebasing: buffer[..<end]))
    }
  }
}

extension Int64 {
  /// Division that rounds down, so that the remainder is never negative.
  fileprivate func quotientAndFloorRemainder(_ divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
