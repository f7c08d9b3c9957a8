private import Glibc
package import Quantities
package import Trace

/// Recordings of real sensors: those of the project, and others beside it where they were put
/// there. Without the others the tests that need them are reported as skipped.
package struct Recording {
  private static let package =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  private static let others = package + "/../shared/data/traces"

  package static var hasOthers: Bool { access(others + "/cal_nexus5_d1.jsonl.gz", R_OK) == 0 }

  package var samples: [Sample] = []
  package var header: TraceHeader

  /// - Parameter name: of a file in `Tests/Traces`, or beside the package.
  package init(_ name: String) throws {
    let own = "\(Self.package)/Tests/Traces/\(name).jsonl"
    let other = "\(Self.others)/\(name).jsonl"
    let path =
      [own, other, "\(other).gz"].first { (path: String) in access(path, R_OK) == 0 } ?? own
    var reader = try TraceReader(path: path)
    header = reader.header
    while let sample = try reader.nextSample() { samples.append(sample) }
  }
}

/// Ellipsoids fitted by linear least squares to the logs `cal_nexus5_d1` and `_d2`.
package enum Nexus5 {
  package static let d1 = Calibration(
    hardIron: Vector3(58.07, -73.5, 411.61),
    softIron: Matrix3(
      Vector3(0.9959, 0.0265, -0.0257), Vector3(0.0265, 0.9694, 0.0124),
      Vector3(-0.0257, 0.0124, 1.0177)), grade: .b)
  package static let d2 = Calibration(
    hardIron: Vector3(61.46, -52.75, 409.1),
    softIron: Matrix3(
      Vector3(1.006, 0.0286, -0.0261), Vector3(0.0286, 0.9674, 0.0115),
      Vector3(-0.0261, 0.0115, 1.0128)), grade: .b)
}
