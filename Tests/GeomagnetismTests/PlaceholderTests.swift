import Testing

@testable import Geomagnetism

@Suite struct PlaceholderTests {
  @Test func builds() {}
}
