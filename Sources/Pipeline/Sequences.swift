/// The running number of each topic's next message.
struct Sequences {
  private var readings: UInt64 = 0
  private var states: UInt64 = 0
  private var events: UInt64 = 0
  private var qiblas: UInt64 = 0
  private var positions: UInt64 = 0
  private var fields: UInt64 = 0

  mutating func reading() -> UInt64 { Self.take(&readings) }
  mutating func state() -> UInt64 { Self.take(&states) }
  mutating func event() -> UInt64 { Self.take(&events) }
  mutating func qibla() -> UInt64 { Self.take(&qiblas) }
  mutating func position() -> UInt64 { Self.take(&positions) }
  mutating func field() -> UInt64 { Self.take(&fields) }

  private static func take(_ counter: inout UInt64) -> UInt64 {
    defer { counter += 1 }
    return counter
  }
}
