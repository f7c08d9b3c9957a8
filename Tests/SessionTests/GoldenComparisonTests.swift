import Testing

/// A comparison that cannot fail says nothing.
@Suite struct GoldenComparisonTests {
  private let expected = """
    {"type":"state","seq":0,"t_us":0,"why":["tilt","warming_up"],"interference":{"status":"suspect","strength_percent":1.2}}
    {"type":"event","seq":0,"t_us":0,"name":"aligned","pointer_deg":-179.999,"haptic":"aligned"}
    {"type":"event","seq":1,"t_us":5,"name":"left","pointer_deg":7.1,"haptic":"left"}
    {"type":"reading","seq":0,"t_us":0,"heading_magnetic_deg":359.999,"error68_deg":2.4,"source":"mag"}
    """

  /// The differences after one replacement.
  private func differences(_ old: String, _ new: String) throws -> [String] {
    let parts = expected.split(separator: old, omittingEmptySubsequences: false)
    try #require(parts.count == 2, "the text is there once")
    let changed = parts.joined(separator: new)
    return try GoldenComparison.differences(Array(changed.utf8), from: Array(expected.utf8))
  }

  @Test func theSameIsTheSame() throws {
    #expect(try differences("aligned\",\"p", "aligned\",\"p") == [])
  }

  @Test(arguments: [
    ("359.999", "359.998"), ("359.999", "359.997"), ("359.999", "0.001"), ("-179.999", "179.999"),
    ("2.4,", "2.41,"), ("1.2}", "1.3}"),
  ])
  func whatAnotherLibmMayDoIsNoDifference(old: String, new: String) throws {
    #expect(try differences(old, new) == [])
  }

  @Test(arguments: [
    ("359.999", "359.996"), ("359.999", "0.002"), ("359.999", "179.999"), ("-179.999", "179.998"),
    ("7.1,", "7.103,"), ("2.4,", "2.42,"), ("1.2}", "1.4}"),
  ])
  func threeThousandthsOfADegreeAreADifference(old: String, new: String) throws {
    #expect(try differences(old, new).count == 1)
  }

  @Test(arguments: [
    ("\"mag\"", "\"mag+accel\""), ("suspect", "disturbed"), ("\"tilt\",", ""),
    ("[\"tilt\",\"warming_up\"]", "[\"warming_up\",\"tilt\"]"), (",\"haptic\":\"left\"", ""),
    ("\"t_us\":5", "\"t_us\":6"), ("\"seq\":1", "\"seq\":2"), ("\"error68_deg\":2.4,", ""),
    ("359.999", "null"), ("359.999", "\"359.999\""), ("\"why\"", "\"because\""),
    ("\"seq\":1,\"t_us\":5", "\"t_us\":5,\"seq\":1"),
  ])
  func aWordACountOrAMemberIsADifference(old: String, new: String) throws {
    #expect(!(try differences(old, new)).isEmpty)
  }

  @Test func aMessageThatIsMissingTooManyOrInAnotherPlaceIsADifference() throws {
    let lines = expected.split(separator: "\n").map { Array($0.utf8) + [UInt8(ascii: "\n")] }
    let whole = lines.flatMap(\.self)
    for index in lines.indices {
      var without = lines
      without.remove(at: index)
      #expect(!(try GoldenComparison.differences(without.flatMap(\.self), from: whole)).isEmpty)
      var twice = lines
      twice.insert(lines[index], at: index)
      #expect(!(try GoldenComparison.differences(twice.flatMap(\.self), from: whole)).isEmpty)
    }
    var swapped = lines
    swapped.swapAt(1, 2)
    #expect(!(try GoldenComparison.differences(swapped.flatMap(\.self), from: whole)).isEmpty)
    #expect(!(try GoldenComparison.differences([], from: whole)).isEmpty)
  }

  @Test func whatIsNotJSONIsAnError() {
    #expect(throws: (any Error).self) {
      try GoldenComparison.differences(Array("{\n".utf8), from: Array("{}\n".utf8))
    }
  }
}
