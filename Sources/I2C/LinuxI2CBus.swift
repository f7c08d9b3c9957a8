private import CLinuxI2C
private import Glibc

/// A bus of the kernel, `/dev/i2c-N`. Uses combined transfers if the adapter supports them,
/// otherwise SMBus calls.
///
/// Never takes a chip from a kernel driver: before the first transfer to an address, and from time
/// to time after, it calls `I2C_SLAVE`, which fails if a kernel driver uses the chip; `I2C_RDWR`
/// alone would succeed. The descriptor is closed on release: while a process holds it, an adapter
/// that was unplugged cannot return.
package final class LinuxI2CBus: I2CBus {
  /// The device node that was opened.
  package let path: String
  private let descriptor: Int32
  /// The node's device number. If it changes, another adapter is at the same path.
  private let device: dev_t
  private let way: TransferWay
  package let canStretchClock: Bool
  /// Bit n: no kernel driver used address n at the last check.
  private var free: (low: UInt64, high: UInt64) = (0, 0)
  /// The number of transfers until all addresses are checked again: a kernel driver can take a chip
  /// at any time.
  private var trusted = LinuxI2CBus.trust
  private static let trust = 64
  /// The address of the last `I2C_SLAVE` call, for SMBus calls; -1 before the first.
  private var selected = -1
  /// Register and bytes of a write. Stored, so that a transfer does not allocate.
  private var outgoing: [UInt8] = []

  /// Opens the bus with this name. A name that begins with `/dev/` is used as the path.
  ///
  /// - Throws: `.noSuchBus`, `.ambiguousBus`, `.permissionDenied`, `.unsupported`, `.adapter`.
  package convenience init(_ name: I2CBusName) throws(I2CError) {
    if name.text.hasPrefix("/dev/") {
      try self.init(path: name.text)
    } else {
      try self.init(path: try name.adapter(among: I2CAdapter.all()).path)
    }
  }

  /// Opens the node at `path`. Child processes do not inherit the descriptor.
  package init(path: String) throws(I2CError) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENODEV, ENXIO: throw .noSuchBus(name: path)
      case EACCES, EPERM: throw .permissionDenied(path: path)
      default: throw .adapter(errno: errno)
      }
    }
    var functions: UInt = 0
    let answer = ioctl(descriptor, UInt(I2C_FUNCS), &functions)
    let problem = errno
    guard answer >= 0, let way = TransferWay(functions: functions) else {
      close(descriptor)
      throw answer < 0 ? .adapter(errno: problem) : .unsupported
    }
    self.path = path
    self.descriptor = descriptor
    self.way = way
    let adapters = I2CAdapter.all()
    canStretchClock =
      adapters.first { $0.path == path }?.controller(among: adapters).canStretchClock ?? true
    device = Self.device(at: path) ?? 0
    outgoing.reserveCapacity(64)
  }

  deinit { close(descriptor) }  // nothing is buffered, so an error does not matter

  package func read(
    _ register: UInt8, of address: UInt8, into bytes: inout [UInt8]
  ) throws(I2CError) {
    precondition(!bytes.isEmpty, "a read of nothing")
    try claim(address)
    var problem: Int32 = 0
    bytes.withUnsafeMutableBufferPointer { buffer in
      problem = way.read(descriptor, address, register, buffer)
    }
    try check(problem, address)
  }

  package func write(
    _ bytes: [UInt8], to register: UInt8, of address: UInt8
  ) throws(I2CError) {
    precondition(!bytes.isEmpty, "a write of nothing")
    try claim(address)
    outgoing.removeAll(keepingCapacity: true)
    outgoing.append(register)
    outgoing.append(contentsOf: bytes)
    var problem: Int32 = 0
    outgoing.withUnsafeMutableBufferPointer { buffer in
      problem = way.write(descriptor, address, buffer)
    }
    try check(problem, address)
  }

  package func receive(
    _ count: Int, from address: UInt8, into bytes: inout [UInt8]
  ) throws(I2CError) {
    precondition(count > 0 && count <= bytes.count, "a read of nothing, or of too much")
    try claim(address)
    var problem: Int32 = 0
    bytes.withUnsafeMutableBufferPointer { buffer in
      problem = way.receive(descriptor, address, .init(rebasing: buffer[..<count]))
    }
    try check(problem, address)
  }

  /// Checks that no kernel driver uses the chip, and selects it for SMBus calls.
  private func claim(_ address: UInt8) throws(I2CError) {
    precondition(address < 0x80, "an address has 7 bits")
    trusted -= 1
    if trusted <= 0 {
      trusted = Self.trust
      free = (0, 0)
      selected = -1
    }
    let bit = UInt64(1) << (address & 0x3F)
    let isFree = (address < 0x40 ? free.low : free.high) & bit != 0
    if isFree, way == .combined || selected == Int(address) { return }
    guard ioctl(descriptor, UInt(I2C_SLAVE), CInt(address)) >= 0 else {
      selected = -1
      try check(errno, address)
      return
    }
    selected = Int(address)
    if address < 0x40 { free.low |= bit } else { free.high |= bit }
  }

  /// Throws the error for `problem`: an `errno` or `TransferWay.shortRead`; 0 is success.
  private func check(_ problem: Int32, _ address: UInt8) throws(I2CError) {
    switch problem {
    case 0: return
    case ENXIO, EREMOTEIO: throw .noAcknowledge(address: address)
    case EBUSY: throw .ownedByKernelDriver(address: address)
    case ETIMEDOUT: throw .timedOut(address: address)
    case TransferWay.shortRead: throw .shortRead(address: address)
    case EOPNOTSUPP: throw .unsupported
    case ENODEV:
      // i2c-stub reports this for an absent chip, other adapters if they were removed.
      throw isThere ? .noAcknowledge(address: address) : .adapterGone
    default:
      throw isThere ? .adapter(errno: problem) : .adapterGone
    }
  }

  /// Whether the path still leads to the node that was opened.
  private var isThere: Bool { Self.device(at: path) == device }

  private static func device(at path: String) -> dev_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_rdev : nil
  }
}
