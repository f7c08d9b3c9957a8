import Foundation
import HeadingCheck
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct DeviationPictureTests {
  @Test func theCertificateIsXMLWithTheMarksAndEveryLine() throws {
    let curve = try DeviationCurve([2, 47, 91, 134, 178, 223, 269, 316], first: 0)
    let lines = ["Worst +2°", "calibration \"<boat> & co\""]
    let document = try XMLDocument(xmlString: deviationPicture(curve, lines: lines))
    #expect(try document.nodes(forXPath: "//*[name()='circle']").count == 8)
    let texts = try document.nodes(forXPath: "//*[name()='text']").compactMap(\.stringValue)
    for line in lines { #expect(texts.contains(line), "\(line)") }
  }
}
