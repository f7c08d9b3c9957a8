import Quantities

/// Identifies a device by its driver's name and its place on a bus: device numbers change whenever it is plugged
/// in, and two chips may have one name.
package struct IIOName: Hashable, Sendable {
  package let name: String
  /// `nil`: anywhere, the first of that name.
  package let place: I2CPlace?

  package init(_ name: String, at place: I2CPlace? = nil) {
    self.name = name
    self.place = place
  }

  /// Whether it identifies this device.
  func means(_ device: IIODevice) -> Bool {
    device.name == name && (place == nil || device.place == place)
  }
}

extension I2CPlace: CustomStringConvertible {
  /// `I2C bus 1 at 0x1E`.
  package var description: String { "I2C bus \(bus) at \(hexadecimal(address))" }
}

extension IIODevice {
  /// A sentence for the user: `hmc5883l measures the magnetic field, on I2C bus 1 at 0x1E (/sys/…).`
  package var sentence: String {
    let what = channels.map(\.quantity.words).joined(separator: ", ")
    let matrix = mountMatrixProblem.map { "; " + $0 } ?? ""
    return "\(name) measures \(what)\(place.map { ", on \($0)" } ?? "") (\(path))\(matrix)."
  }

  /// What `sentence` says of the kernel's mount matrix; `nil` where nothing is wrong with it.
  package var mountMatrixProblem: String? {
    ignoresMountMatrix ? Self.ignoredMountMatrix : hasAxesApart ? Self.oneMountMatrix : nil
  }

  /// What `sentence` says of a mount matrix that is not used.
  package static let ignoredMountMatrix =
    "its mount matrix is not used, because it is no rotation or mirrors the axes"

  /// What `sentence` says of a magnetometer with `hasAxesApart`.
  package static let oneMountMatrix =
    "only one of the field and the acceleration has a mount matrix of the device tree: give [mount]"

  /// Whether the kernel has a mount matrix for it that is not used.
  package var ignoresMountMatrix: Bool { channels.contains(where: \.ignoresMountMatrix) }

  /// Identifies the device when it is searched again. Of two with one name and no I²C bus, the first.
  package var identity: IIOName { IIOName(name, at: place) }
}
