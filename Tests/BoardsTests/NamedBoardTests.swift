import Quantities
import Sensors
import Testing

@testable import Boards

struct NamedBoardTests {
  @Test func everyNameIsUniqueAndOneWord() {
    let names = NamedBoard.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") })
      #expect(NamedBoard.named(name)?.name == name)
    }
  }

  @Test func everyChipOfABoardHasADriver() {
    let drivers = Set(Chip.supported.map(\.driver))
    for board in NamedBoard.all {
      for part in board.parts { #expect(drivers.contains(part.driver), "\(board.name)") }
      #expect(!board.parts.isEmpty)
    }
  }

  @Test func noChipIsMirroredOnABoard() {
    for part in NamedBoard.all.flatMap(\.parts) { #expect(part.boardFromChip.isRotation()) }
  }

  @Test func aChipThatIsNotOnTheBoardHasTheIdentityRotation() throws {
    let board = try #require(NamedBoard.named("sparkfun-19895"))
    #expect(board.boardFromChip("bmm150") == .identity)
    #expect(board.part("bmm150") == nil)
  }

  // The kernel calls its driver lsm303dlhc_magn.
  @Test func aKernelDriverIsRecognisedByTheBeginningOfItsName() throws {
    let board = try #require(NamedBoard.named("gy-511"))
    #expect(board.part("lsm303dlhc_magn")?.driver == "lsm303dlhc")
  }

  @Test func anUnknownNameGivesTheMostSimilarKnownNames() {
    #expect(NamedBoard.names(like: "sparkfun-1989").first?.hasPrefix("sparkfun") == true)
    #expect(NamedBoard.names(like: "gy-271").contains("gy-271-p"))
    #expect(NamedBoard.names(like: "zzz").isEmpty)
  }
}
