import Testing

@testable import PageServer

@Suite struct QRCodeTests {
  // qrcode 8.2 of PyPI: QRCode(error_correction=ERROR_CORRECT_L, mask_pattern=0, border=0), mode 8 bit byte. (Segno adds a byte of
  // zeros before the padding; both are read.)
  private static let matrix = [
    "#######..#######..#######",
    "#.....#...####.#..#.....#",
    "#.###.#.#..#....#.#.###.#",
    "#.###.#..#.##..##.#.###.#",
    "#.###.#..#######..#.###.#",
    "#.....#...##..###.#.....#",
    "#######.#.#.#.#.#.#######",
    "........#....#.#.........",
    "###.#####....#.#.##...#..",
    "..#.##..##......#.#.....#",
    "##..#.#...#.#...#.###.###",
    "####...#######....##...#.",
    "#.#.#.###.#..#...##..#.##",
    "..###..#.##.....#.#..#..#",
    "#...#.##..#.##..#.#...###",
    ".#.#....##.#.##..#.#.#.#.",
    "#.##..##...#.#..######...",
    "........###..#..#...#####",
    "#######.###.#####.#.#..##",
    "#.....#.#....##.#...##.##",
    "#.###.#.##.#.#..#####..#.",
    "#.###.#......#......#.#..",
    "#.###.#.#.#.#.###..###..#",
    "#.....#.##########..##.#.",
    "#######.##.###.##..#...##",
  ]

  @Test func theCodeIsThatOfAnotherLibrary() throws {
    let code = try #require(QRCode("http://raspberrypi.local:8427/"))
    #expect(code.modules.map { String($0.map { $0 ? "#" : "." }) } == Self.matrix)
  }

  // The same library; FNV-1a of the rows of "#" and ".".
  @Test(arguments: [
    ("http://127.0.0.1:8427/", 25, 0xdce0c9473b698da3 as UInt64),
    (String(repeating: "x", count: 106), 37, 0x3adda45450f95b1d),
  ])
  func soAreASmallerAndTheLargestOne(text: String, size: Int, hash: UInt64) throws {
    let code = try #require(QRCode(text))
    let bytes = code.modules.joined().map { $0 ? UInt8(ascii: "#") : UInt8(ascii: ".") }
    let sum = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    #expect(code.size == size)
    #expect(sum == hash)
  }

  @Test func aTextThatIsTooLongHasNoCode() {
    #expect(QRCode(String(repeating: "x", count: 107)) == nil)
  }
}
