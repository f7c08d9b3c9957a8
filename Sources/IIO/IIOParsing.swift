import Quantities

extension IIODevice {
  /// The device that these files describe.
  ///
  /// - Parameters:
  ///   - path: of its folder.
  ///   - target: of the link that the folder is, or `nil`; the kernel's own path has the bus in it.
  ///   - files: all names in it with the contents of those that are small and quick to read, and with an empty
  ///     text for the others, as the counts.
  /// - Returns: `nil` where it has no name or measures nothing that a compass needs along three axes.
  package init?(path: String, target: String? = nil, files: [String: String]) {
    let name = files["name"].map(trimmed) ?? ""
    let channels = IIOQuantity.allCases.compactMap {
      IIOChannel(quantity: $0, driver: name, files: files)
    }
    guard !name.isEmpty, !channels.isEmpty else { return nil }
    self.path = path
    self.name = name
    // inv_mpu6050 has a matrix for the magnetometer in the package even where the maker gave none.
    let hasMatrix = (channels.first { $0.quantity != .magneticField } ?? channels[0]).hasMountMatrix
    self.channels = hasMatrix ? channels.map(\.alongBoardAxes) : channels
    place = target.flatMap(I2CPlace.init(path:))
    rates = IIORate.all(of: channels.map(\.quantity), files: files)
  }
}

extension IIOChannel {
  init?(quantity: IIOQuantity, driver: String, files: [String: String]) {
    // Each axis has a scale of its own or all share one; an offset is seldom and as a rule shared.
    func value(_ axis: String, _ suffix: String) -> Double? {
      let own = files["\(quantity.prefix)_\(axis)_\(suffix)"]
      return (own ?? files["\(quantity.prefix)_\(suffix)"]).flatMap(number)
    }
    guard ["x", "y", "z"].allSatisfy({ files["\(quantity.prefix)_\($0)_raw"] != nil }),
      let x = value("x", "scale"), let y = value("y", "scale"), let z = value("z", "scale")
    else { return nil }
    self.quantity = quantity
    let signs = Self.signs(of: driver)
    let correction = quantity == .magneticField ? Self.scaleCorrection(of: driver, x) : 1
    scale =
      Vector3(x * signs.x, y * signs.y, z * signs.z) * (quantity.perKernelUnit * correction)
    let missingOffset = quantity == .magneticField ? Self.missingOffset(of: driver) : 0
    offset = Vector3(
      value("x", "offset") ?? missingOffset, value("y", "offset") ?? missingOffset,
      value("z", "offset") ?? missingOffset)
    let matrices = ["\(quantity.prefix)_mount_matrix", "in_mount_matrix", "mount_matrix"]
    let text = matrices.lazy.compactMap { files[$0] }.first ?? ""
    // The kernel gives the identity also where no matrix was set.
    let isUnset =
      files[IIODevice.deviceTreeMatrix] == nil && parseMountMatrix(text) == .identity
    let matrix = isUnset ? nil : parseMountMatrix(text, signs: signs)
    let packageTurn = quantity == .magneticField ? Self.packageFromDie(of: driver) : .identity
    hasMountMatrix = matrix != nil
    ignoresMountMatrix = !isUnset && matrix == nil && text.contains { "123456789".contains($0) }
    mountMatrix = matrix ?? packageTurn
  }

  /// This channel with the default axes of a board (x forward, which is up the screen, y left, z up) instead of
  /// those of the kernel's matrix: x right, y up the screen, z out of it.
  ///
  /// - Source: Linux, Documentation/devicetree/bindings/iio/mount-matrix.txt.
  fileprivate var alongBoardAxes: IIOChannel {
    var channel = self
    channel.mountMatrix =
      Matrix3(Vector3(0, 1, 0), Vector3(-1, 0, 0), Vector3(0, 0, 1)) * mountMatrix
    return channel
  }
}

extension IIOChannel {
  /// The offset, counts, of a driver that gives none: mmc5633 passes on the chip's unsigned 20 bits, whose zero is
  /// in the middle.
  ///
  /// - Source: Linux (2025), drivers/iio/magnetometer/mmc5633.c; MEMSIC's zero is 2¹⁹.
  private static func missingOffset(of driver: String) -> Double {
    ["mmc5603", "mmc5633"].contains { driver.hasPrefix($0) } ? -524_288 : 0
  }
}

extension IIOChannel {
  /// The signs that lead from the registers' axes, which a driver gives as they are, to the sensor frame: x along
  /// the arrow, y to its left, z out of the top.
  ///
  /// - Source: Linux 6.1 st_magn_core.c and rm3100-core.c and 7.3 mmc5983.c turn nothing round; the axes are
  ///   those of the chips' files in `Sensors`. st_lsm6dsx makes two devices of an LSM9DS1.
  private static func signs(of driver: String) -> Vector3 {
    switch driver {
    case "lis2mdl", "lsm303agr_magn", "iis2mdc": Vector3(1, -1, 1)
    case "mmc5983": Vector3(1, 1, -1)
    case "rm3100": Vector3(1, -1, -1)
    case "lsm9ds1-imu_accel", "lsm9ds1-imu_gyro": Vector3(1, -1, 1)
    default: Vector3(1, 1, 1)
    }
  }
}

extension IIOChannel {
  /// The rotation that leads, after `signs`, to the sensor frame, and to that of the accelerometer and gyro in a
  /// package, where the driver has no mount matrix: ak8975 and st_magn leave it to the device tree, while
  /// inv_mpu6050 has one for the AK8963 (Linux 6.1, inv_mpu_magn.c).
  ///
  /// The facts are those of the chips' files in `Sensors`.
  private static func packageFromDie(of driver: String) -> Matrix3 {
    switch driver {
    case "ak8963", "ak8975": Matrix3(Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, -1))
    case "ak09916": Matrix3(Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1))
    case "qmc5883p": Matrix3(Vector3(0, -1, 0), Vector3(-1, 0, 0), Vector3(0, 0, -1))
    case "lsm9ds1_magn": Matrix3(Vector3(-1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, 1))
    default: .identity
    }
  }
}

extension I2CPlace {
  /// The bus and address in a path of the kernel's, `…/i2c-1/1-001e/iio:device0`, or `nil` where it has none.
  init?(path: String) {
    for part in path.split(separator: "/").reversed() {
      let halves = part.split(separator: "-", omittingEmptySubsequences: false)
      guard halves.count == 2, halves[1].utf8.count == 4, let bus = Int(halves[0]),
        let address = UInt8(halves[1], radix: 16)
      else { continue }
      self.init(bus: bus, address: address)
      return
    }
    return nil
  }
}

extension IIORate {
  /// The rates that can be set for these quantities. A driver has a file for each quantity, one for the device,
  /// or none; the choices are often listed for the device although each quantity has a file.
  static func all(of quantities: [IIOQuantity], files: [String: String]) -> [IIORate] {
    let base = "sampling_frequency"
    let own = quantities.map { "\($0.prefix)_\(base)" }
    return (own + [base]).compactMap { file in
      guard files[file] != nil else { return nil }
      let listed = files["\(file)_available"] ?? files["\(base)_available"] ?? ""
      let choices = listed.split(whereSeparator: \.isWhitespace).compactMap { word in
        number(String(word)).map { (rate: $0, text: String(word)) }
      }
      // A higher rate costs power and bus time and does not improve a heading.
      let useful = choices.filter { $0.rate <= 200 }
      return useful.max { $0.rate < $1.rate }.map { IIORate(file: file, fastest: $0.text) }
    }
  }
}

/// `1, 0, 0; 0, 1, 0; 0, 0, 1` by rows, as it applies to counts with other signs; `nil` where that is not a rotation:
/// some drivers print zeros for a matrix that was not set.
///
/// The kernel's matrix applies to the counts as they are. For a chip with left-handed registers it has to mirror
/// them, as in the device tree of the Librem 5, with an LSM9DS1: `1, 0, 0; 0, 1, 0; 0, 0, -1`.
///
/// - Parameter signs: by which the counts of each axis are multiplied before; 1 or −1.
func parseMountMatrix(_ text: String, signs: Vector3 = Vector3(1, 1, 1)) -> Matrix3? {
  let rows = trimmed(text).split(separator: ";").compactMap { row -> Vector3? in
    let numbers = row.split(separator: ",").map { number(String($0)) }
    guard numbers.count == 3, let x = numbers[0], let y = numbers[1], let z = numbers[2] else {
      return nil
    }
    return Vector3(x * signs.x, y * signs.y, z * signs.z)
  }
  guard rows.count == 3 else { return nil }
  let matrix = Matrix3(rows[0], rows[1], rows[2])
  return matrix.isRotation() ? matrix : nil
}

/// A finite number with nothing around it but white space.
func number(_ text: String) -> Double? {
  Double(trimmed(text)).flatMap { $0.isFinite ? $0 : nil }
}

private func trimmed(_ text: String) -> String {
  let start = text.drop(while: \.isWhitespace)
  return String(start.reversed().drop(while: \.isWhitespace).reversed())
}
