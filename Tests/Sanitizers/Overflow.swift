/// Reads the byte behind an allocation, which the sanitizer must report.
@main
enum Overflow {
  static func main() {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 8)
    bytes.initialize(repeating: 1, count: 8)
    print(bytes[8])
    bytes.deallocate()
  }
}
