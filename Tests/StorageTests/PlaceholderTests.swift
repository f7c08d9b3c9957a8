import Testing

@testable import Storage

@Suite struct PlaceholderTests {
  @Test func builds() {}
}
