import Glibc

extension IIODevice {
  /// Where the kernel lists its devices.
  package static let folder = "/sys/bus/iio/devices"

  /// The devices of the kernel that measure what a compass needs, by the number of their folder; none
  /// where the kernel's list cannot be read. None of them is touched: only names, scales and the like are read.
  package static func all(in folder: String = folder) -> [IIODevice] {
    (try? listed(in: folder)) ?? []
  }

  /// The devices as `all` gives them.
  ///
  /// - Throws: `.system` where the list cannot be read: a device that is not in it may be there.
  static func listed(in folder: String) throws(IIOError) -> [IIODevice] {
    let entries = try names(in: folder).filter { $0.hasPrefix("iio:device") }
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    var devices: [IIODevice] = []
    for entry in entries {
      let path = "\(folder)/\(entry)"
      let files = try described(path)
      if let device = IIODevice(path: path, target: target(of: path), files: files) {
        devices.append(device)
      }
    }
    return devices.map { device in
      var device = device
      device.hasAxesApart = devices.contains { device.differsInMountMatrix(from: $0) }
      return device
    }
  }

  /// A device's files; those that ask the chip, or change something, with nothing in them.
  private static func described(_ path: String) throws(IIOError) -> [String: String] {
    var files: [String: String] = [:]
    let quick = ["scale", "offset", "mount_matrix", "frequency", "frequency_available", "name"]
    for name in try names(in: path) {
      let isQuick = quick.contains { name == $0 || name.hasSuffix("_\($0)") }
      files[name] = isQuick ? smallText("\(path)/\(name)") ?? "" : ""
    }
    if access("\(path)/\(deviceTreeMatrix)", F_OK) == 0 { files[deviceTreeMatrix] = "" }
    return files
  }

  /// The property with the mount matrix in the device tree, which is there only where the device tree has one.
  static let deviceTreeMatrix = "of_node/mount-matrix"

  private static func target(of link: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { readlink(link, $0, text.count) } ?? -1
      }
    }
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  /// The names in a folder; none where it is not one, or may not be read.
  ///
  /// - Throws: `.system` where it cannot be read to its end.
  static func names(in folder: String) throws(IIOError) -> [String] {
    guard let directory = opendir(folder) else {
      switch errno {
      case ENOENT, ENOTDIR, EACCES: return []
      case let number: throw .system(call: "opendir", path: folder, errno: number)
      }
    }
    defer { closedir(directory) }
    var names: [String] = []
    while true {
      // Only this tells the end from a failure.
      errno = 0
      guard let entry = readdir(directory) else {
        guard errno == 0 else { throw .system(call: "readdir", path: folder, errno: errno) }
        return names
      }
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
  }
}
