import Glibc
import Quantities
import SensorHealth

/// A device whose driver collects readings whenever its trigger fires, with the time of each.
struct IIOBuffer: ~Copyable {
  let device: IIODevice
  private let layout: IIOScanLayout
  private let node: FileDescriptor
  private var fieldUnit: FieldUnit
  /// Readings that the kernel keeps for a reader that is late; its default is 2 (Linux 6.1, kfifo_buf.c).
  /// Source: chosen; a third of a second at 200 Hz.
  private static let length = 64

  /// Takes the device's buffer into use. That needs a trigger, chosen before or made by the driver, and that no
  /// other program uses the buffer.
  ///
  /// - Parameters:
  ///   - folder: where the kernel lists its triggers.
  ///   - nodes: where the device nodes are.
  /// - Returns: `nil` where the device has to be read through its files.
  init?(_ device: IIODevice, folder: String, nodes: String = "/dev") {
    let elements = "\(device.path)/scan_elements"
    let names = device.channels.flatMap(\.scanNames) + ["in_timestamp"]
    let entry = device.path.split(separator: "/").last.map(String.init) ?? ""
    let enabling = "\(device.path)/buffer/enable"
    let files = Dictionary(uniqueKeysWithValues: names.flatMap { scanFiles(elements, $0) })
    guard let layout = IIOScanLayout(names: names, files: files),
      let isEnabled = smallText(enabling).flatMap(number),
      // Only one program can open it: no other uses it, even where one that ended left it enabled.
      let node = FileDescriptor(opening: "\(nodes)/\(entry)"),
      isEnabled == 0 || writeSmallText("0", to: enabling),
      hasTrigger(device, entry: entry, folder: folder),
      select(names, in: elements),
      // The default is the wall clock.
      writeSmallText("boottime", to: "\(device.path)/current_timestamp_clock")
    else { return nil }
    // Where this is refused, the buffer works with the length that it has.
    _ = writeSmallText("\(Self.length)", to: "\(device.path)/buffer/length")
    guard writeSmallText("1", to: enabling) else { return nil }
    self.device = device
    self.layout = layout
    self.node = node
    fieldUnit = FieldUnit(isDoubtful: device.hasDoubtfulFieldUnit)
  }

  deinit { _ = writeSmallText("0", to: "\(device.path)/buffer/enable") }

  /// Waits for the next reading.
  ///
  /// - Parameter health: decides which counts are used.
  /// - Returns: what was measured at one instant; without the field for as long as its unit is unknown.
  mutating func next(_ health: inout ChannelHealth) throws(IIOError) -> Sample {
    let frame = try node.read(
      count: layout.bytes, timeoutMicroseconds: SensorFaultParameters().silentTrigger)
    let nanoseconds = layout.value("in_timestamp", in: frame) ?? 0
    var sample = Sample(time: Timestamp(microseconds: nanoseconds / 1000))
    for channel in device.channels {
      let counts = channel.scanNames.map { Double(layout.value($0, in: frame) ?? 0) }
      let raw = Vector3(counts[0], counts[1], counts[2])
      guard try health.accepts(raw, of: channel.quantity, at: sample.time) else { continue }
      let vector = channel.vector(counts: raw)
      switch channel.quantity {
      case .magneticField:
        sample.magneticField = fieldUnit.microtesla(vector).map(MagneticField.init)
      case .acceleration: sample.acceleration = Acceleration(metresPerSecondSquared: vector)
      case .angularRate: sample.angularRate = AngularRate(radiansPerSecond: vector)
      }
    }
    return sample
  }
}

extension IIOChannel {
  /// What its three numbers are called in a buffer.
  var scanNames: [String] { ["x", "y", "z"].map { "\(quantity.prefix)_\($0)" } }
}

/// The files that describe how one number is buffered, by their names.
private func scanFiles(_ folder: String, _ name: String) -> [(String, String)] {
  ["index", "type"].compactMap { what in
    smallText("\(folder)/\(name)_\(what)").map { ("\(name)_\(what)", $0) }
  }
}

/// Whether the device has a trigger: one that was chosen before, or the one that the driver made for it.
private func hasTrigger(_ device: IIODevice, entry: String, folder: String) -> Bool {
  let chosen = "\(device.path)/trigger/current_trigger"
  guard let current = smallText(chosen) else { return false }
  if current.contains(where: { !$0.isWhitespace }) { return true }
  let own = "\(device.name)-dev\(entry.drop { !$0.isNumber })"
  // Without a list no trigger is chosen, and the files are read.
  let triggers = (try? IIODevice.names(in: folder))?.filter { $0.hasPrefix("trigger") } ?? []
  let isThere = triggers.contains { smallText("\(folder)/\($0)/name") == own + "\n" }
  return isThere && writeSmallText(own, to: chosen)
}

/// Switches these numbers on, and all others off; false where that is not possible.
private func select(_ names: [String], in folder: String) -> Bool {
  guard let all = try? IIODevice.names(in: folder) else { return false }
  let others = all.filter { $0.hasSuffix("_en") && !names.contains(String($0.dropLast(3))) }
  return others.allSatisfy { writeSmallText("0", to: "\(folder)/\($0)") }
    && names.allSatisfy { writeSmallText("1", to: "\(folder)/\($0)_en") }
}
