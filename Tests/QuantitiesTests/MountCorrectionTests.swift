import Testing

@testable import Quantities

@Suite struct MountCorrectionTests {
  @Test func theTurnComesAfterTheMountThatWas() throws {
    let upsideDown = try BoardMount(parsing: "x -y -z")
    #expect(correctedMount("x -y -z", by: upsideDown) == "x y z")
    #expect(correctedMount("y x -z", by: upsideDown) == "y -x z")
    let quarter = try BoardMount(parsing: "y -x z")
    // Forward is where right was: the board's −y.
    #expect(correctedMount("x -y -z", by: quarter) == "-y -x -z")
  }

  @Test func aBoardsNameIsKept() throws {
    let upsideDown = try BoardMount(parsing: "x -y -z")
    #expect(correctedMount("some-board x -y -z", by: upsideDown) == "some-board x y z")
    #expect(correctedMount("some-board", by: upsideDown) == "some-board x y z")
    #expect(correctedMount("x y -z", by: upsideDown) == nil)
  }
}
