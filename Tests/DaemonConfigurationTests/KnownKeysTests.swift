import Testing

@testable import DaemonConfiguration

struct KnownKeysTests {
  // Levenshtein's distance of these pairs is in every textbook.
  @Test(arguments: [("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("same", "same", 0)])
  func theEditDistanceIsLevenshteins(_ a: String, _ b: String, _ distance: Int) {
    #expect(KnownKeys.editDistance(Array(a.utf8), Array(b.utf8)) == distance)
  }

  @Test func aSimilarKeyOfTheSameSectionIsPreferred() {
    #expect(KnownKeys.nearest(to: "latitude", in: "target") == "target.latitude_deg")
    #expect(KnownKeys.nearest(to: "latitude", in: "place") == "place.latitude_deg")
    #expect(KnownKeys.nearest(to: "lat", in: "place") == "place.latitude_deg")
    #expect(KnownKeys.nearest(to: "lon", in: "target") == "target.longitude_deg")
  }
}
