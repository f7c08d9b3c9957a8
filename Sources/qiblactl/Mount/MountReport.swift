import Heading
import JSON
import Quantities
import Wire
import Mounting

/// The output of `qiblactl mount guess`.
struct MountReport: EncodableMessage {
  let relative: RelativeMount
  /// `nil` where the device was not held level.
  let inertial: InertialMount?
  /// The boards along whose axes was measured; `nil` where they are not known, as of a recording.
  var boards: BoardNames?

  /// The names of boards in `[mount]`, each with a blank after it; empty without a name.
  struct BoardNames {
    let magnetometer: String
    let inertial: String
  }

  /// The values for `[mount]`; `nil` where they are not known.
  var mount: (magnetometer: String, inertial: String)? {
    guard case .known(let rotation) = inertial else { return nil }
    return values(imu: rotation)
  }

  private func values(imu: Matrix3) -> (magnetometer: String, inertial: String)? {
    guard let inertial = BoardMount(imu), let magnetometer = BoardMount(imu * relative.rotation)
    else { return nil }
    let names = boards ?? BoardNames(magnetometer: "", inertial: "")
    return ("\(names.magnetometer)\(magnetometer)", "\(names.inertial)\(inertial)")
  }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("mount")
    writer.matrix("mag_to_imu", relative.rotation)
    writer.fixed("misfit", relative.misfit, 4)
    writer.fixed("next_misfit", relative.nextMisfit, 4)
    writer.fixed("inclination_deg", relative.inclination?.inDegrees, 2)
    writer.key("handedness")
    writer.string(relative.handedness == .checked ? "checked" : "unchecked")
    encodeInertial(into: &writer)
    writer.endObject()
  }

  private func encodeInertial(into writer: inout JSONWriter) {
    switch inertial {
    case nil: break
    case .onlyDown(_, let candidates):
      writer.key("possible_mounts")
      writer.beginArray()
      for candidate in candidates { writer.mount(imu: candidate, relative.rotation) }
      writer.endArray()
    case .known(let rotation):
      writer.key("mount")
      writer.mount(imu: rotation, relative.rotation)
    }
  }

  /// The report for people.
  var text: String { ([foundText, handednessText] + inertialText).map { $0 + "\n" }.joined() }

  private var foundText: String {
    "magnetometer to inertial chip: \(relative.rotation.rowsText)"
      + " (misfit \(percent(relative.misfit)) of the field; the next best"
      + " \(percent(relative.nextMisfit)))"
  }

  private var handednessText: String {
    let seen = relative.inclination.map {
      ": the field's inclination is \($0.inDegrees.text(decimals: 0)) degrees"
    }
    return switch relative.handedness {
    case .checked: "not mirrored\(seen ?? "")"
    case .unchecked:
      "it is not known whether the magnetometer is mirrored\(seen ?? "")"
        + "; give --position, or check that the heading is right"
    }
  }

  private var inertialText: [String] {
    switch inertial {
    case nil: ["the inertial chip's mount in the device is not known: give --level and --nose-up"]
    case .onlyDown(_, let candidates):
      boardsText + possibleText + candidates.flatMap { mountText(imu: $0) }
    case .known(let rotation): boardsText + mountText(imu: rotation)
    }
  }

  private var possibleText: [String] {
    ["the device's forward direction is not known: give --nose-up; possible mounts:"]
  }

  private func mountText(imu: Matrix3) -> [String] {
    [headerText(imu: imu)] + configurationText(imu: imu)
  }

  /// A recording is along the axes of the boards that `[mount]` named then, and does not have the names.
  private var boardsText: [String] {
    guard boards == nil else { return [] }
    return [
      "if [mount] named a board during the recording, keep the name before the axes, as in "
        + "\"sparkfun-19895 x -y -z\""
    ]
  }

  /// Lines for the daemon's configuration, ready to paste.
  private func configurationText(imu: Matrix3) -> [String] {
    guard let inertial = BoardMount(imu), let magnetometer = BoardMount(imu * relative.rotation),
      let values = values(imu: imu)
    else { return [] }
    guard values.magnetometer != values.inertial else {
      return ["[mount]", "board = \"\(values.inertial)\"  # \(inertial.words)"]
    }
    return [
      "[mount]", "magnetometer = \"\(values.magnetometer)\"  # \(magnetometer.words)",
      "inertial = \"\(values.inertial)\"  # \(inertial.words)",
    ]
  }

  /// The member for a recording's header.
  private func headerText(imu: Matrix3) -> String {
    var writer = JSONWriter(capacity: 128)
    writer.mount(imu: imu, relative.rotation)
    return "\"mount\":" + String(decoding: writer.bytes, as: UTF8.self)
  }

  private func percent(_ part: Double) -> String { (100 * part).text(decimals: 1) + " %" }
}

extension JSONWriter {
  /// Writes `{"mag":…,"imu":…}`, the rotations from chip to body.
  fileprivate mutating func mount(imu: Matrix3, _ relative: Matrix3) {
    beginObject()
    matrix("mag", imu * relative)
    matrix("imu", imu)
    endObject()
  }

  fileprivate mutating func matrix(_ name: StaticString, _ matrix: Matrix3) {
    key(name)
    beginArray()
    for row in [matrix.row0, matrix.row1, matrix.row2] {
      beginArray()
      // Whole numbers, because mounts are along the axes; + 0 changes −0 to 0.
      for component in [row.x, row.y, row.z] { integer(Int64(component.rounded() + 0)) }
      endArray()
    }
    endArray()
  }
}

extension Matrix3 {
  /// The rows as text, in whole numbers.
  fileprivate var rowsText: String {
    let rows = [row0, row1, row2].map { row in
      "[" + [row.x, row.y, row.z].map { "\(Int($0.rounded()))" }.joined(separator: ",") + "]"
    }
    return "[" + rows.joined(separator: ",") + "]"
  }
}
