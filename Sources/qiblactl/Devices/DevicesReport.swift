import Doctor
import I2C
import IIO
import JSON
import Quantities
import Sensors
import Wire

/// The output of `qiblactl devices` from its own scan of the buses.
struct DevicesReport: SensorReport {
  let daemonSocket: String?
  let buses: [BusObservation]
  let kernelDevices: [IIODevice]

  /// Whether a known sensor was found.
  var hasSensor: Bool { !kernelDevices.isEmpty || buses.contains { !$0.found.isEmpty } }

  /// The report for people.
  var text: String {
    var lines: [String] = []
    if let daemonSocket {
      lines.append("A daemon runs (\(daemonSocket)): nothing is written to the chips.")
    }
    for bus in buses { lines += [bus.title + ":"] + Self.lines(of: bus).map { "  " + $0 } }
    if !kernelDevices.isEmpty {
      lines.append("Kernel drivers:")
      lines += kernelDevices.map { "  \($0.sentence)" + Chip.sentence(openAxes: $0.openAxes) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func lines(of bus: BusObservation) -> [String] {
    if let error = bus.error { return ["\(error)"] }
    let lines =
      bus.found.map(\.sentence)
      + bus.evidence.filter { $0.chip == nil }.map(\.description)
    return lines.isEmpty ? ["nothing answers at the addresses of known sensors"] : lines
  }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("devices")
    if let daemonSocket {
      writer.key("daemon")
      writer.string(daemonSocket)
    }
    writer.key("buses")
    writer.beginArray()
    for bus in buses { Self.encode(bus, into: &writer) }
    writer.endArray()
    writer.key("kernel")
    writer.beginArray()
    for device in kernelDevices { device.encode(into: &writer) }
    writer.endArray()
    writer.endObject()
  }

  private static func encode(_ bus: BusObservation, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("bus")
    writer.string(bus.name.text)
    if let adapter = bus.adapter {
      writer.key("path")
      writer.string(adapter.path)
    }
    if let error = bus.error {
      writer.key("error")
      writer.string("\(error)")
    }
    writer.key("devices")
    writer.beginArray()
    for chip in bus.found {
      let evidence = bus.evidence.first { $0.address == chip.address }
      encode(chip.address, chip, evidence, into: &writer)
    }
    for evidence in bus.evidence where evidence.chip == nil {
      encode(evidence.address, nil, evidence, into: &writer)
    }
    writer.endArray()
    writer.endObject()
  }

  /// - Parameter chip: `nil` for an unknown chip.
  private static func encode(
    _ address: UInt8, _ chip: FoundChip?, _ evidence: Evidence?, into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("address")
    writer.string(hexadecimal(address))
    if let chip {
      writer.key("chip")
      writer.string(chip.chip.name)
      writer.key("driver")
      writer.string(chip.chip.driver)
      writer.key("axes")
      writer.string(chip.chip.axes.isKnown ? "known" : "open")
    }
    writer.key("evidence")
    writer.beginArray()
    for reading in evidence?.readings(for: chip?.chip.name) ?? [] { writer.string(reading) }
    writer.endArray()
    writer.key("note")
    writer.string(chip?.sentence ?? evidence?.description ?? "")
    writer.endObject()
  }
}

extension IIODevice {
  fileprivate func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("name")
    writer.string(name)
    writer.key("path")
    writer.string(path)
    if let place {
      writer.key("bus")
      writer.integer(Int64(place.bus))
      writer.key("address")
      writer.string(hexadecimal(place.address))
    }
    writer.key("note")
    writer.string(sentence)
    writer.endObject()
  }
}
