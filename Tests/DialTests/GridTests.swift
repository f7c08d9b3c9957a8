import Testing

@testable import Dial

/// Grids that are drawn on other grids.
struct GridTests {
  private func copied(_ text: String, column: Int, columns: Int) -> String {
    var part = Grid(columns: TextWidth.of(text), rows: 1)
    part.put(text, column: 0, row: 0, .plain)
    var whole = Grid(columns: columns, rows: 1)
    whole.put(part, column: column, row: 0)
    return whole.lines(Samples.plain)[0]
  }

  @Test(arguments: ["Mecca", "麦加", "メッカ x", "메카", "麦a加"])
  func aCopyOfWideCharactersIsAsWideAsTheyAre(text: String) {
    #expect(copied(text, column: 1, columns: 20) == " " + text)
  }

  @Test func whatDoesNotFitIsCutOff() {
    #expect(copied("麦加", column: 0, columns: 4) == "麦加")
    #expect(copied("麦加", column: 0, columns: 3) == "麦")
    #expect(copied("ab", column: -1, columns: 3) == "b")
  }
}
