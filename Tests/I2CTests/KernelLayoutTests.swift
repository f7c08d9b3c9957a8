import CLinuxI2C
import Testing

/// The structures that go to the kernel by address, on a processor of 64 bits; linux/i2c.h and linux/i2c-dev.h.
@Suite struct KernelLayoutTests {
  @Test func aMessageIsAddressFlagsLengthAndPointer() {
    #expect(MemoryLayout<i2c_msg>.size == 16)
    #expect(MemoryLayout<i2c_msg>.offset(of: \.addr) == 0)
    #expect(MemoryLayout<i2c_msg>.offset(of: \.flags) == 2)
    #expect(MemoryLayout<i2c_msg>.offset(of: \.len) == 4)
    #expect(MemoryLayout<i2c_msg>.offset(of: \.buf) == 8)
  }

  // The two messages of a combined read lie side by side in a tuple.
  @Test func twoMessagesInATupleAreAnArray() {
    #expect(MemoryLayout<(i2c_msg, i2c_msg)>.size == 2 * MemoryLayout<i2c_msg>.stride)
    #expect(MemoryLayout<i2c_rdwr_ioctl_data>.size == 16)
    #expect(MemoryLayout<i2c_rdwr_ioctl_data>.offset(of: \.nmsgs) == 8)
  }
}
