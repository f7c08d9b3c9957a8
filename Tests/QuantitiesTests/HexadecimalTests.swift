import Quantities
import Testing

@Suite struct HexadecimalTests {
  @Test func aByteIsWrittenWithTwoDigits() {
    #expect(hexadecimal(0x0D) == "0x0D")
    #expect(hexadecimal(0x68) == "0x68")
    #expect(hexadecimal(0) == "0x00" && hexadecimal(.max) == "0xFF")
  }
}
