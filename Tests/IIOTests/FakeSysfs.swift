import Glibc
import TestFiles

@testable import IIO

/// A folder that looks like `/sys/bus/iio/devices`.
struct FakeSysfs {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Makes a device, or writes more of its files.
  func write(_ device: String, _ files: [String: String]) throws {
    if kind(of: "\(folder.path)/\(device)") == nil { _ = try folder.directory(device) }
    for (name, text) in files {
      let path = "\(folder.path)/\(device)/\(name)"
      if kind(of: path) == nil {
        _ = try folder.file("\(device)/\(name)", text + "\n")
      } else {
        try change(path, to: Array((text + "\n").utf8))
      }
    }
  }

  /// A file of the kernel is never empty in between, as one is that is written from its beginning.
  private func change(_ path: String, to bytes: [UInt8]) throws {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count,
      ftruncate(descriptor, bytes.count) == 0
    else { throw IIOError.system(call: "write", path: path, errno: errno) }
  }

  /// What hmc5843 of Linux 6.1 showed in a guest kernel for 18.3, −31.7, 42.9 µT, but for the counts'
  /// rounding: 1 090 counts for a gauss, and a scale that is 100 times too small.
  static let hmc5883l = [
    "name": "hmc5883l", "in_magn_scale": "0.000009174", "in_magn_x_raw": "199",
    "in_magn_y_raw": "-346", "in_magn_z_raw": "468", "in_magn_sampling_frequency": "15.000000",
    "sampling_frequency_available": "0.750000 1.500000 3.0 7.500000 15.0 30.0 75.0",
    "in_mount_matrix": "1, 0, 0; 0, 1, 0; 0, 0, 1",
  ]

  /// What st_magn showed for the same field: 6 842 counts for a gauss, a scale for each axis.
  static let lis3mdl = [
    "name": "lis3mdl", "in_magn_x_scale": "0.000146", "in_magn_y_scale": "0.000146",
    "in_magn_z_scale": "0.000146", "in_magn_x_raw": "1252", "in_magn_y_raw": "-2169",
    "in_magn_z_raw": "2935", "mount_matrix": "1, 0, 0; 0, 1, 0; 0, 0, 1",
    "sampling_frequency": "1", "sampling_frequency_available": "1 2 3 5 10 20 40 80",
  ]

  /// What inv_mpu6050 showed of an MPU-9250 that lies flat, and a field along the magnetometer's x.
  static let mpu9250 = [
    "name": "mpu9250", "in_accel_scale": "0.000598", "in_accel_x_raw": "0",
    "in_accel_y_raw": "0", "in_accel_z_raw": "16384",
    "in_accel_matrix": "0, 0, 0; 0, 0, 0; 0, 0, 0",
    "in_accel_mount_matrix": "1, 0, 0; 0, 1, 0; 0, 0, 1", "in_anglvel_scale": "0.001064724",
    "in_anglvel_x_raw": "0", "in_anglvel_y_raw": "94", "in_anglvel_z_raw": "0",
    "in_magn_x_scale": "0.001652", "in_magn_y_scale": "0.001652", "in_magn_z_scale": "0.001652",
    "in_magn_x_raw": "276", "in_magn_y_raw": "0", "in_magn_z_raw": "0",
    "in_magn_mount_matrix": "0, 1, 0; 1, 0, 0; 0, 0, -1", "in_temp_raw": "1335",
    "in_temp_scale": "2.995178", "in_temp_offset": "7011",
  ]
}

extension FakeSysfs {
  /// What bno055 shows after its probe: fusion on, 1/160 gauss and 1/900 rad/s a count. For a chip that lies flat
  /// in 20, 0, −40 µT (16 counts for 1 µT) and turns left at 1 rad/s.
  static let bno055 = [
    "name": "bno055", "fusion_enable": "1",
    "in_magn_scale": "0.006250000", "in_magn_x_raw": "320", "in_magn_y_raw": "0",
    "in_magn_z_raw": "-640", "in_magn_x_offset": "0", "in_magn_y_offset": "0",
    "in_magn_z_offset": "0", "in_magn_sampling_frequency": "20",
    "in_magn_sampling_frequency_available": "20", "in_accel_scale": "0.010000000",
    "in_accel_x_raw": "0", "in_accel_y_raw": "0", "in_accel_z_raw": "981",
    "in_accel_linear_x_raw": "0", "in_accel_linear_y_raw": "0", "in_accel_linear_z_raw": "0",
    "in_anglvel_scale": "0.001111111", "in_anglvel_x_raw": "0", "in_anglvel_y_raw": "0",
    "in_anglvel_z_raw": "900", "in_gravity_x_raw": "0", "in_rot_yaw_raw": "0",
  ]

  /// What is in `scan_elements` of a magnetometer.
  static func scanElements(_ type: String) -> [String: String] {
    var files = ["in_timestamp_index": "3", "in_timestamp_type": "le:s64/64>>0"]
    for (index, axis) in ["x", "y", "z"].enumerated() {
      files["in_magn_\(axis)_index"] = "\(index)"
      files["in_magn_\(axis)_type"] = type
      files["in_magn_\(axis)_en"] = "0"
    }
    files["in_timestamp_en"] = "0"
    return files
  }

  /// Gives a device a buffer, with a named pipe for its node; returns where the nodes are.
  func addBuffer(to device: String, trigger: String) throws -> String {
    try write("\(device)/scan_elements", Self.scanElements("le:s16/16>>0"))
    try write("\(device)/buffer", ["enable": "0"])
    try write("\(device)/trigger", ["current_trigger": trigger])
    try write(device, ["current_timestamp_clock": "realtime"])
    let nodes = try folder.directory("nodes")
    guard mkfifo("\(nodes)/\(device)", 0o600) == 0 else { throw IIOError.missing(name: device) }
    return nodes
  }
}
