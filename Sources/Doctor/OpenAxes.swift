package import IIO
private import Sensors

extension IIODevice {
  /// Why the directions of the magnetometer's axes are not confirmed. `nil` if all sources
  /// agree, if the kernel has a mount matrix, and for a chip that this project does not know.
  package var openAxes: String? {
    hasFieldAlongChipAxes ? Chip.openAxes(ofKernelDevice: name) : nil
  }
}

extension Observation {
  /// The finding for a chip that is read: a warning if its axes are not known for certain and no
  /// mount is configured.
  func finding(_ text: String, hasOpenAxes: Bool, remedy: String = "qiblactl mount check")
    -> Finding
  {
    let isDoubtful = hasOpenAxes && !isMagnetometerMounted
    return Finding(.chip, isDoubtful ? .warning : .ok, text, remedy: isDoubtful ? remedy : nil)
  }
}
