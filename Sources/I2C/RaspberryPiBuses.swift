/// The purpose of the I²C buses of a Raspberry Pi, from its device tree.
///
/// The names of the drivers do not show it: the buses of the header and of HDMI are both `bcm2835`,
/// and every bus of a Pi 5's RP1 is `Synopsys DesignWare I2C adapter`.
///
/// - Source: the labels in raspberrypi/linux, `bcm270x-rpi.dtsi`, `bcm2711-rpi-ds.dtsi`,
///   `bcm2712-rpi.dtsi` and the boards' files.
struct RaspberryPiBuses {
  /// For cameras and displays on flat cables, and the EEPROM of a board on top (pins 27 and 28 of
  /// the header).
  private static let camera = [
    "i2c_vc", "i2c_csi_dsi", "i2c_csi_dsi0", "i2c_csi_dsi1", "i2c0", "i2c0if", "i2c0mux",
  ]
  /// On the header: the first one always, the others if an overlay enables them.
  private static let header = (1...9).map { "i2c\($0)" }
  /// The same by the nodes' names, for trees without labels as in mainline Linux: the header's BSC1
  /// and BSC3 to BSC6, RP1's I2C1.
  private static let headerUnits = [
    "i2c@7e804000", "i2c@7e205600", "i2c@7e205800", "i2c@7e205a00", "i2c@7e205c00", "i2c@74000",
  ]
  private static let displayUnits = [
    "i2c@7e805000", "i2c@7ef04500", "i2c@7ef09500", "i2c@7d508200", "i2c@7d508280",
  ]
  private static let cameraUnits = ["i2c@7e205000", "i2c0mux"]

  private let tree: DeviceTree
  private let arm: String?
  private let displays: Set<String>
  private let cameras: Set<String>
  private let headers: Set<String>
  /// The handles of the buses that the HDMI nodes use as data channels (DDC).
  private let hdmiChannels: [UInt32]

  init(_ tree: DeviceTree) {
    self.tree = tree
    func nodes(_ labels: [String]) -> Set<String> {
      Set(labels.compactMap { tree.node(labelled: $0) })
    }
    arm = tree.node(labelled: "i2c_arm") ?? tree.node(aliased: "i2c")
    displays = nodes(["ddc0", "ddc1"])
    cameras = nodes(Self.camera)
    headers = nodes(Self.header).union(Self.header.compactMap { tree.node(aliased: $0) })
    hdmiChannels = ["hdmi", "hdmi0", "hdmi1"].compactMap { label in
      tree.node(labelled: label).flatMap { tree.number("ddc", of: $0) }
    }
  }

  /// - Parameter node: the adapter's node.
  func purpose(of node: String) -> I2CAdapter.Purpose {
    if node == arm { return .users }
    if displays.contains(node) || isHDMIs(node) { return .display }
    if cameras.contains(node) { return .camera }
    if headers.contains(node) { return .users }
    if tree.texts("compatible", of: node).contains("i2c-gpio") { return .users }
    let unit = String(node.split(separator: "/").last ?? "")
    if Self.headerUnits.contains(unit) { return .users }
    if Self.displayUnits.contains(unit) { return .display }
    if Self.cameraUnits.contains(unit) { return .camera }
    // A channel of a multiplexer has the purpose of its bus. A node without a bus belongs to the
    // board.
    guard let parent = DeviceTree.parent(of: node), !parent.isEmpty else { return .board }
    return purpose(of: parent)
  }

  private func isHDMIs(_ node: String) -> Bool {
    guard !hdmiChannels.isEmpty, let handle = tree.number("phandle", of: node) else { return false }
    return hdmiChannels.contains(handle)
  }
}
