private import CLinuxI2C
private import Glibc

/// A bus of the kernel: `/dev/i2c-N`, through combined transfers where the adapter can, otherwise
/// through SMBus calls.
///
/// Before the first transfer to an address, and from time to time after, it asks with `I2C_SLAVE`, which
/// refuses what a driver of the kernel has; `I2C_RDWR` would not. It never forces. Closed when it is released: as long as any
/// process holds the descriptor, an adapter that was unplugged does not come back.
package final class LinuxI2CBus: I2CBus {
  /// The node that was opened.
  package let path: String
  private let descriptor: Int32
  /// The node's device number: another one at the same path is another adapter.
  private let device: dev_t
  private let way: TransferWay
  package let canStretchClock: Bool
  /// Bit n of the two: address n was asked about and is free.
  private var free: (low: UInt64, high: UInt64) = (0, 0)
  /// Transfers until all are asked about again: a driver may take a device at any time.
  private var trusted = LinuxI2CBus.trust
  private static let trust = 64
  /// What `I2C_SLAVE` was last told, for SMBus calls; -1 before.
  private var selected = -1
  /// Register and bytes of a write, kept so that a transfer does not allocate.
  private var outgoing: [UInt8] = []

  /// Opens the bus that is called so; what begins with `/dev/` is opened as it is.
  ///
  /// - Throws: `.noSuchBus`, `.ambiguousBus`, `.permissionDenied`, `.unsupported`, `.adapter`.
  package convenience init(_ name: I2CBusName) throws(I2CError) {
    if name.text.hasPrefix("/dev/") {
      try self.init(path: name.text)
    } else {
      try self.init(path: try name.adapter(among: I2CAdapter.all()).path)
    }
  }

  /// Opens the node at `path`, not to be inherited by other programs.
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
    canStretchClock = I2CAdapter.all().first { $0.path == path }?.canStretchClock ?? true
    device = Self.device(at: path) ?? 0
    outgoing.reserveCapacity(64)
  }

  deinit { close(descriptor) }  // nothing is buffered: there is nothing to lose

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

  /// Asks whether a driver of the kernel has the device, and selects it for SMBus calls.
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

  /// Throws what `problem` means, an `errno`, or `TransferWay.shortRead`; 0 is none.
  private func check(_ problem: Int32, _ address: UInt8) throws(I2CError) {
    switch problem {
    case 0: return
    case ENXIO, EREMOTEIO: throw .noAcknowledge(address: address)
    case EBUSY: throw .ownedByKernelDriver(address: address)
    case ETIMEDOUT: throw .timedOut(address: address)
    case TransferWay.shortRead: throw .shortRead(address: address)
    case EOPNOTSUPP: throw .unsupported
    case ENODEV:
      // i2c-stub says so where it has no such chip; an adapter says so when it is gone.
      throw isThere ? .noAcknowledge(address: address) : .adapterGone
    default:
      throw isThere ? .adapter(errno: problem) : .adapterGone
    }
  }

  /// Whether the node that was opened still is the one at its path.
  private var isThere: Bool { Self.device(at: path) == device }

  private static func device(at path: String) -> dev_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_rdev : nil
  }
}
