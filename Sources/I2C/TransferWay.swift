private import CLinuxI2C
private import Glibc

/// The kind of transfer that an adapter supports, best first. Each function returns 0 or an
/// `errno`.
enum TransferWay: Equatable {
  /// One message with a repeated start, as real controllers support it.
  case combined
  /// SMBus calls with up to 32 bytes.
  case blocks
  /// SMBus calls with one byte.
  case bytes

  /// In place of an `errno`: fewer bytes arrived than requested.
  static let shortRead: Int32 = -1

  /// - Parameter functions: the result of `I2C_FUNCS`.
  /// - Returns: `nil` if the adapter supports none of these transfers.
  init?(functions: UInt) {
    func can(_ bits: Int32...) -> Bool {
      bits.allSatisfy { functions & UInt(bitPattern: Int($0)) != 0 }
    }
    if can(I2C_FUNC_I2C) {
      self = .combined
    } else if can(I2C_FUNC_SMBUS_READ_I2C_BLOCK, I2C_FUNC_SMBUS_WRITE_I2C_BLOCK) {
      self = .blocks
    } else if can(I2C_FUNC_SMBUS_READ_BYTE_DATA, I2C_FUNC_SMBUS_WRITE_BYTE_DATA) {
      self = .bytes
    } else {
      return nil
    }
  }

  /// Fills `buffer` from `register` on.
  func read(
    _ descriptor: Int32, _ address: UInt8, _ register: UInt8,
    _ buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int32 {
    switch self {
    case .combined: combinedRead(descriptor, address, register, buffer)
    case .blocks: blockRead(descriptor, register, buffer)
    case .bytes: byteRead(descriptor, register, buffer)
    }
  }

  /// Writes `buffer`: the register's number, then the bytes.
  func write(
    _ descriptor: Int32, _ address: UInt8, _ buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int32 {
    switch self {
    case .combined:
      var message = i2c_msg(
        addr: UInt16(address), flags: 0, len: UInt16(buffer.count), buf: buffer.baseAddress)
      return transfer(descriptor, &message, 1)
    case .blocks: return pieces(descriptor, buffer, of: Int(I2C_SMBUS_BLOCK_MAX))
    case .bytes: return pieces(descriptor, buffer, of: 1)
    }
  }

  private func combinedRead(
    _ descriptor: Int32, _ address: UInt8, _ register: UInt8,
    _ buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int32 {
    var register = register
    return withUnsafeMutablePointer(to: &register) { register in
      var messages = (
        i2c_msg(addr: UInt16(address), flags: 0, len: 1, buf: register),
        i2c_msg(
          addr: UInt16(address), flags: UInt16(I2C_M_RD), len: UInt16(buffer.count),
          buf: buffer.baseAddress)
      )
      return withUnsafeMutablePointer(to: &messages) {
        $0.withMemoryRebound(to: i2c_msg.self, capacity: 2) { transfer(descriptor, $0, 2) }
      }
    }
  }

  /// Fills `buffer` from a chip without registers.
  func receive(
    _ descriptor: Int32, _ address: UInt8, _ buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int32 {
    guard self == .combined else { return EOPNOTSUPP }
    var message = i2c_msg(
      addr: UInt16(address), flags: UInt16(I2C_M_RD), len: UInt16(buffer.count),
      buf: buffer.baseAddress)
    return transfer(descriptor, &message, 1)
  }

  private func transfer(
    _ descriptor: Int32, _ messages: UnsafeMutablePointer<i2c_msg>, _ count: UInt32
  ) -> Int32 {
    var data = i2c_rdwr_ioctl_data(msgs: messages, nmsgs: count)
    let done = ioctl(descriptor, UInt(I2C_RDWR), &data)
    guard done >= 0 else { return errno }
    return done == Int32(count) ? 0 : Self.shortRead
  }

  private func blockRead(
    _ descriptor: Int32, _ register: UInt8, _ buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int32 {
    var done = 0
    while done < buffer.count {
      let wanted = min(buffer.count - done, Int(I2C_SMBUS_BLOCK_MAX))
      let count = i2c_smbus_read_i2c_block_data(
        descriptor, register &+ UInt8(truncatingIfNeeded: done), UInt8(wanted),
        buffer.baseAddress.map { $0 + done })
      guard count >= 0 else { return -count }
      guard Int(count) == wanted else { return Self.shortRead }
      done += wanted
    }
    return 0
  }

  private func byteRead(
    _ descriptor: Int32, _ register: UInt8, _ buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int32 {
    for index in buffer.indices {
      let byte = i2c_smbus_read_byte_data(
        descriptor, register &+ UInt8(truncatingIfNeeded: index))
      guard byte >= 0 else { return -byte }
      buffer[index] = UInt8(truncatingIfNeeded: byte)
    }
    return 0
  }

  /// Writes the bytes after the register's number in pieces, each to its own register.
  private func pieces(
    _ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>, of longest: Int
  ) -> Int32 {
    var done = 0
    while done < buffer.count - 1 {
      let count = min(buffer.count - 1 - done, longest)
      let register = buffer[0] &+ UInt8(truncatingIfNeeded: done)
      let result =
        count == 1
        ? i2c_smbus_write_byte_data(descriptor, register, buffer[1 + done])
        : i2c_smbus_write_i2c_block_data(
          descriptor, register, UInt8(count), buffer.baseAddress.map { $0 + 1 + done })
      guard result >= 0 else { return -result }
      done += count
    }
    return 0
  }
}
