package import JSON
internal import Quantities

extension DevicesMessage: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginMessage("devices", sequence, time)
    encodeParts(into: &writer)
    writer.endObject()
  }

  /// Writes the members that only this message has, without type, number and time.
  package func encodeParts(into writer: inout JSONWriter) {
    writer.list("buses", buses) { writer, bus in
      writer.member("bus", bus.name)
      writer.member("error", bus.error)
    }
    writer.list("devices", devices) { writer, device in device.encode(into: &writer) }
  }
}

extension DevicesMessage.Device {
  fileprivate func encode(into writer: inout JSONWriter) {
    writer.member("bus", bus)
    writer.member("address", address.map(hexadecimal))
    writer.member("chip", chip)
    writer.member("driver", driver)
    writer.strings("evidence", evidence)
    writer.member("note", note)
    guard let status else { return }
    writer.member("status", status.rawValue)
    writer.member("fault", fault)
    writer.strings("measures", measures.map(\.rawValue))
    writer.strings("primary_for", primaryFor.map(\.rawValue))
    writer.member("rate_asked_hz", askedRateHz, decimals: 1)
    writer.member("rate_hz", rateHz, decimals: 1)
    writer.member("errors", errors)
    writer.member("resets", resets)
  }
}

extension JSONWriter {
  /// Bytes kept free after a list, for its longest element and the end of the message.
  private static let reserve = 4096

  /// Writes an array of objects. A line is at most `Limits.lineBytes` long: elements at the end
  /// that would exceed it are left out.
  mutating func list<Element>(
    _ name: StaticString, _ elements: [Element], _ members: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    beginArray()
    for element in elements where bytes.count < Limits.lineBytes - Self.reserve {
      beginObject()
      members(&self, element)
      endObject()
    }
    endArray()
  }
}
