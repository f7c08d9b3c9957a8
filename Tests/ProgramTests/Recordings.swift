import Foundation
import Glibc
import TestFiles
import Testing

/// The recordings that tests replay.
enum Recordings {
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// 10 s of a real sensor, 50 Hz.
  static let bundle = package.path + "/Tests/Traces/bundle_ngimu.jsonl"

  /// A recording of the BROAD benchmark, which may not be part of the project: the shortest one.
  static let broad =
    package.deletingLastPathComponent().path
    + "/shared/data/traces/broad_35_d_attached_magnet_4cm.jsonl.gz"

  static var hasBroad: Bool { access(broad, R_OK) == 0 }

  /// The first lines of the bundled recording: the header and so many samples.
  static func start(samples: Int) throws -> [String] {
    let text = String(decoding: try contents(of: bundle), as: UTF8.self)
    return text.split(separator: "\n").prefix(samples + 1).map(String.init)
  }

  /// The lines of a device that lies still: flat, the field of London, 50 Hz.
  ///
  /// - Parameter header: further members of the header, each with a comma before it.
  static func still(seconds: Double, from start: Double = 0, header: String = "") -> [String] {
    [#"{"trace":1,"name":"still","mag_calibrated":true,"inertial_calibrated":true\#(header)}"#]
      + stride(from: 0, to: Int(seconds * 50), by: 1).map { sample(start + Double($0) / 50) }
  }

  /// One sample of that device.
  static func sample(_ time: Double) -> String {
    #"{"t":\#(time),"mag":[19.5,0,45],"accel":[0,0,-9.8],"gyro":[0,0,0]}"#
  }
}

extension [String] {
  /// As a file.
  var text: String { map { $0 + "\n" }.joined() }
}
