// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The targets that compute: the tests feed them hours of samples, thousands of boards and every day of years.
let computing: Set = [
  "Quantities", "JSON", "Wire", "Trace", "Geomagnetism", "Qibla", "Sun", "Dates", "HijriCalendar",
  "PrayerTimes", "Timetable", "Day", "Heading", "HeadingCheck", "SensorHealth", "SensorCalibration",
  "Mounting", "Redundancy", "Pipeline", "Session", "Haptics", "Simulation", "TestSamples",
]

/// `make test` has these targets optimized, as they are when they are released, with the checks of a debug build: the tests
/// then take a third of the time. The other targets, and the tests themselves, are compiled faster than they run.
///
/// A whole module at a time is a quarter less work.
func settings(of name: String) -> [SwiftSetting] {
  guard Context.environment["QIBLAD_TEST_BUILD"] != nil, computing.contains(name) else {
    return settings
  }
  // With threads there is an object file for each source file, as SwiftPM expects in a debug build.
  let whole = ["-whole-module-optimization", "-num-threads", "2"]
  let flags = ["-O", "-assert-config", "Debug"] + whole
  return settings + [.unsafeFlags(flags, .when(configuration: .debug))]
}

/// A library target of ours: imports point up this list, never down or sideways.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings(of: name))
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings(of: name))
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: dependencies + ["Randomness"], swiftSettings: settings)
}

let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let lifecycle = Target.Dependency.product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let arguments = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let toml = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")

let package = Package(
  name: "qiblad",
  products: [
    .executable(name: "qiblad", targets: ["qiblad"]),
    .executable(name: "qiblactl", targets: ["qiblactl"]),
    .executable(name: "qibla-bridge", targets: ["qibla-bridge"]),
    .library(name: "QiblaCheck", targets: ["HeadingCheck"]),
    .library(name: "QiblaClient", targets: ["QiblaClient"]),
    .library(
      name: "QiblaDay",
      targets: [
        "Dates", "Sun", "HijriCalendar", "PrayerTimes", "Timetable", "Day", "DayConfiguration",
      ]),
  ],
  // Pinned exactly: a build must not decay over the years.
  dependencies: [
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
  ],
  targets: [
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CGPSD", pkgConfig: "libgps", providers: [.apt(["libgps-dev"])]),
    .systemLibrary(name: "CLinuxI2C", providers: [.apt(["libi2c-dev"])]),
    .systemLibrary(name: "CLinuxHaptics", providers: [.apt(["linux-libc-dev"])]),
    .systemLibrary(name: "CGlibc", providers: [.apt(["libc6-dev"])]),
    .systemLibrary(
      name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    library("Quantities"),
    library("JSON"),
    library("Wire", ["Quantities", "JSON"]),
    library("Geomagnetism", ["Quantities"]),
    library("Qibla", ["Quantities"]),
    // Pure values for times by the sun; the daemon imports none of them.
    library("Dates"),
    library("Sun", ["Quantities"]),
    library("HeadingCheck", ["Quantities", "Sun", "Wire"]),
    library("HijriCalendar", ["Dates"]),
    library("PrayerTimes", ["Quantities", "Qibla", "Dates", "Sun", "HijriCalendar"]),
    library("Timetable", ["Quantities", "Dates", "PrayerTimes"]),
    library("Day", ["Quantities", "Dates", "HijriCalendar", "PrayerTimes", "Timetable"]),
    library("Threads", ["Quantities"]),
    library("SensorCalibration", ["Quantities"]),
    library("SensorHealth", ["Quantities"]),
    library("Heading", ["Quantities", "SensorCalibration", "SensorHealth"]),
    library("Mounting", ["Quantities", "SensorCalibration", "Heading"]),
    library("Redundancy", ["Quantities", "SensorCalibration", "SensorHealth", "Heading"]),
    library("GPSD", ["Quantities", "JSON", "Qibla", "Threads", "CGPSD"]),
    library(
      "Pipeline",
      [
        "Quantities", "Wire", "Geomagnetism", "Qibla", "SensorHealth", "Heading", "Redundancy",
        "Mounting",
      ]),
    library("Randomness"),
    library("Simulation", ["Quantities", "Randomness"]),
    library("Trace", ["Quantities", "JSON", "Wire", "Qibla", "Pipeline", "CZlib"]),
    library("Storage", ["Quantities", "JSON", "Geomagnetism", "Qibla"]),
    library("Profiles", ["Quantities", "JSON", "Wire", "Pipeline", "Trace", "Storage"]),
    library("I2C", ["Quantities", "CLinuxI2C"]),
    library("Sensors", ["Quantities", "SensorHealth", "Threads", "I2C"]),
    library(
      "Session",
      [
        "Quantities", "JSON", "Wire", "Geomagnetism", "Qibla", "Heading", "Redundancy", "Pipeline",
        "Simulation", "Trace", "Storage", "Threads", "Sensors", "CGlibc",
      ]),
    library("Boards", ["Quantities"]),
    library("IIO", ["Quantities", "SensorHealth", "Threads"]),
    library("Haptics", ["Quantities", "I2C", "CLinuxHaptics"]),
    library("Doctor", ["Quantities", "Wire", "GPSD", "Threads", "I2C", "IIO", "Sensors"]),
    library(
      "DaemonConfiguration", ["Quantities", "Boards", "Wire", "Storage", "I2C", "Haptics", toml]),
    library("DayConfiguration", ["Timetable", "Day", "Storage", "DaemonConfiguration"]),
    library("Journal", ["Threads", logging]),
    library("ServiceManager"),
    library(
      "Publisher",
      ["Quantities", "JSON", "Wire", "Threads", "ServiceManager", "CGlibc", nio, nioPosix, logging]),
    library("QiblaClient", ["Quantities", "JSON", "Wire", "Threads"]),
    library("BridgeFormats", ["Quantities", "JSON", "Wire"]),
    library("Dial", ["Wire", "Quantities"]),
    // What several programs have on their command lines.
    library("ProgramOptions", ["Quantities", arguments]),
    program(
      "qiblad",
      [
        "Quantities", "JSON", "Wire", "Geomagnetism", "Qibla", "SensorCalibration", "Heading",
        "Redundancy", "Pipeline", "Simulation", "Trace", "Session", "Storage", "Profiles", "GPSD",
        "Threads",
        "Boards", "IIO", "I2C", "Haptics", "Sensors", "DaemonConfiguration", "Journal",
        "ServiceManager",
        "Publisher", "ProgramOptions", "CGlibc", arguments, logging,
        lifecycle,
      ]),
    program(
      "qiblactl",
      [
        "Quantities", "JSON", "Wire", "Geomagnetism", "Qibla", "SensorCalibration", "Heading",
        "Mounting", "Pipeline", "Simulation",
        "Trace", "Session", "Storage", "GPSD", "Threads", "Boards", "IIO", "I2C", "Haptics",
        "Sensors", "Doctor",
        "DaemonConfiguration", "QiblaClient", "Dial", "ProgramOptions", "Dates", "Sun",
        "HeadingCheck", "CGlibc",
        "HijriCalendar",
        "PrayerTimes", "Timetable", "Day", "DayConfiguration", arguments,
      ]),
    program(
      "qibla-bridge",
      [
        "CMosquitto", "Wire", "Threads", "QiblaClient", "BridgeFormats", "ProgramOptions", nio,
        nioHTTP, nioPosix, arguments,
      ]),
    .target(name: "CAllocationCounter", path: "Benchmarks/CAllocationCounter"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CAllocationCounter", "Quantities", "JSON", "Wire", "Geomagnetism", "Qibla", "Heading",
        "Pipeline", "Randomness", "Simulation", "Trace", "Session", "Threads", "I2C", "Sensors",
        "Dates", "Sun", "PrayerTimes", "Day", "TestDoubles", "TestSamples",
      ],
      path: "Benchmarks/Benchmarks", swiftSettings: settings),
    // Checks the order of the times of prayer at every half degree on every date of eight years.
    .executableTarget(
      name: "order-grid",
      dependencies: ["Quantities", "Dates", "Sun", "HijriCalendar", "PrayerTimes"],
      path: "Benchmarks/OrderGrid", swiftSettings: settings),
    // Changes each tuned number by ±30 % and prints what that does to the headings.
    .executableTarget(
      name: "sensitivity",
      dependencies: [
        "Quantities", "JSON", "Wire", "SensorCalibration", "SensorHealth", "Heading", "Redundancy",
        "Mounting",
        "Pipeline", "Randomness", "Simulation", "Trace", "Session", "TestSamples",
      ],
      path: "Benchmarks/Sensitivity", swiftSettings: settings),
    // Prints what a kernel driver measures; for the tests with emulated hardware.
    .executableTarget(
      name: "iio-reading", dependencies: ["IIO", "Quantities"], path: "Tests/Hardware/IIOReading",
      swiftSettings: settings),
    // Prints what our own drivers measure, for the kernel's to judge.
    .executableTarget(
      name: "sensor-reading",
      dependencies: ["Sensors", "I2C", "Threads", "CLinuxI2C", "Quantities"],
      path: "Tests/Hardware/SensorReading", swiftSettings: settings),
    // The example of a front end in Swift.
    .executableTarget(
      name: "compass-example",
      dependencies: ["Quantities", "JSON", "Wire", "Threads", "QiblaClient"],
      path: "clients/swift", swiftSettings: settings),
    // The client that scripts/conformance runs for QiblaClient.
    .executableTarget(
      name: "conformance-client",
      dependencies: ["Quantities", "JSON", "Wire", "Threads", "QiblaClient"],
      path: "Tests/Conformance/Swift", swiftSettings: settings),
    // What several of the tests below need: files and directories that go with the test.
    .target(name: "TestFiles", path: "Tests/TestFiles", swiftSettings: settings),
    // A clock that a test sets, and buses with chips by script.
    .target(
      name: "TestDoubles", dependencies: ["Quantities", "Threads", "I2C"],
      path: "Tests/TestDoubles", swiftSettings: settings),
    // A satellite receiver on a pseudo-terminal, and the real gpsd that reads it.
    .target(name: "TestReceiver", path: "Tests/TestReceiver", swiftSettings: settings),
    tests("Quantities", ["Quantities"]),
    tests("JSON", ["JSON"]),
    tests("Wire", ["Wire", "JSON", "Quantities"]),
    tests("Geomagnetism", ["Geomagnetism", "Quantities"]),
    tests("Qibla", ["Qibla", "Quantities"]),
    tests("Sun", ["Sun", "Quantities"]),
    tests("HeadingCheck", ["HeadingCheck", "Sun", "Quantities", "Wire"]),
    tests("HijriCalendar", ["HijriCalendar", "Dates"]),
    tests("PrayerTimes", ["PrayerTimes", "Dates", "Quantities"]),
    tests("Timetable", ["Timetable", "PrayerTimes", "Dates", "Quantities"]),
    tests(
      "Day", ["Day", "Timetable", "PrayerTimes", "HijriCalendar", "Dates", "Quantities"]),
    // Samples of a tumbled device, and recordings of real ones.
    .target(
      name: "TestSamples",
      dependencies: [
        "Quantities", "JSON", "Randomness", "Simulation", "Wire", "Pipeline", "Trace",
        "SensorCalibration",
      ],
      path: "Tests/TestSamples", swiftSettings: settings(of: "TestSamples")),
    tests(
      "SensorCalibration",
      ["SensorCalibration", "Quantities", "Simulation", "Wire", "Pipeline", "Trace", "TestSamples"]),
    tests("SensorHealth", ["SensorHealth", "Quantities"]),
    tests(
      "Heading",
      [
        "Heading", "SensorHealth", "SensorCalibration", "Quantities", "Simulation", "Wire",
        "Pipeline", "Trace", "JSON", "TestSamples",
      ]),
    tests(
      "Redundancy",
      [
        "Redundancy", "Heading", "SensorCalibration", "Quantities", "Simulation", "Trace",
        "TestSamples",
      ]),
    tests(
      "Mounting",
      ["Mounting", "Heading", "SensorCalibration", "Quantities", "Simulation", "TestSamples"]),
    tests(
      "Pipeline",
      [
        "Pipeline", "Wire", "JSON", "Quantities", "SensorCalibration", "Simulation", "Geomagnetism",
        "Qibla", "Heading", "Redundancy", "TestSamples",
      ]),
    tests("GPSD", ["GPSD", "Quantities", "JSON", "Threads", "TestFiles", "TestReceiver"]),
    tests("Simulation", ["Simulation", "Quantities"]),
    tests(
      "Trace",
      ["Trace", "Quantities", "JSON", "Wire", "Qibla", "Pipeline", "CZlib", "TestSamples"]),
    tests(
      "Session",
      [
        "Session", "Trace", "Pipeline", "Simulation", "Wire", "JSON", "Quantities", "Geomagnetism",
        "Qibla", "Heading", "Sensors", "Storage", "TestFiles", "TestSamples",
      ]),
    tests("Storage", ["Storage", "Quantities", "JSON", "Geomagnetism", "Qibla", "TestFiles"]),
    tests("Profiles", ["Profiles", "Quantities", "Storage", "TestFiles"]),
    tests(
      "DaemonConfiguration",
      [
        "DaemonConfiguration", "Boards", "Wire", "Quantities", "Storage", "I2C", "Haptics",
        "TestFiles",
      ]),
    tests(
      "DayConfiguration",
      ["DayConfiguration", "Day", "Timetable", "PrayerTimes", "HijriCalendar", "TestFiles"]),
    tests("Threads", ["Threads", "Quantities"]),
    tests("Boards", ["Boards", "Sensors", "Quantities"]),
    tests("IIO", ["IIO", "Quantities", "SensorHealth", "TestFiles"]),
    tests("Journal", ["Journal", logging]),
    tests("ServiceManager", ["ServiceManager", "TestFiles"]),
    tests("Haptics", ["Haptics", "I2C", "TestDoubles"]),
    tests("I2C", ["I2C", "TestFiles", "TestDoubles"]),
    tests(
      "Sensors",
      [
        "Sensors", "I2C", "Quantities", "DaemonConfiguration", "Pipeline", "Wire", "Heading",
        "Geomagnetism", "Qibla", "Threads", "TestDoubles",
      ]),
    tests(
      "Doctor",
      ["Doctor", "GPSD", "I2C", "IIO", "Sensors", "Quantities", "Wire", "Threads", "TestDoubles"]),
    tests(
      "Publisher",
      [
        "Publisher", "QiblaClient", "Threads", "ServiceManager", "Wire", "JSON", "Quantities",
        "TestFiles", nio, nioEmbedded, logging,
      ]),
    tests(
      "Daemon",
      [
        "qiblad", "Session", "Trace", "Pipeline", "Qibla", "SensorCalibration", "Heading",
        "Redundancy",
        "Simulation",
        "Profiles", "Storage", "GPSD", "I2C", "IIO", "Sensors", "DaemonConfiguration", "Haptics",
        "Journal", "ServiceManager",
        "Publisher", "Wire", "JSON", "Quantities", "Threads", "TestDoubles", "TestFiles",
        "TestSamples",
        logging, arguments,
      ]),
    // What holds of parsers whatever they read; `scripts/fuzz` runs it under libFuzzer.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Quantities", "JSON", "Wire", "Trace", "Profiles", "Geomagnetism", "DaemonConfiguration",
        "Timetable", "Day", "DayConfiguration",
      ],
      path: "Tests/Fuzzing/Targets", swiftSettings: settings),
    tests("Fuzzing", ["FuzzTargets"]),
    tests("Bridge", ["qibla-bridge", "BridgeFormats", "TestFiles"]),
    tests("BridgeFormats", ["BridgeFormats", "Wire", "JSON", "Quantities"]),
    tests("Dial", ["Dial", "Wire", "Quantities", "TestFiles"]),
    // The programs are dependencies so that they are built before they are run.
    tests(
      "Program",
      ["qiblad", "qiblactl", "qibla-bridge", "JSON", "CZlib", "TestFiles", "TestReceiver"]),
  ],
  swiftLanguageModes: [.v6]
)

// Only for `scripts/fuzz`: a program that Swift links with libFuzzer.
if Context.environment["QIBLAD_FUZZER"] != nil {
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer"),
    .executableTarget(
      name: "fuzzer", dependencies: ["FuzzTargets", "CLibFuzzer"], path: "Tests/Fuzzing/Fuzzer",
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]),
  ]
}

// SwiftPM compiles a target again only where the module of a target that it names has changed. But a value that it holds by
// way of a named one may have become larger, and the target then reads it in the wrong places. So every target names what
// its dependencies name (docs/decisions.md).
extension Target.Dependency {
  var ownTarget: String? {
    guard case .byNameItem(let name, _) = self else { return nil }
    return name
  }
}

let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
// Each target stands behind what it names, so that those are complete.
for target in package.targets {
  for name in target.dependencies.compactMap(\.ownTarget) {
    for further in targets[name]?.dependencies ?? [] {
      guard let other = further.ownTarget,
        !target.dependencies.contains(where: { $0.ownTarget == other })
      else { continue }
      target.dependencies.append(further)
    }
  }
}
// The page's targets name products of this package.
package.products = package.products.map { product in
  guard let library = product as? Product.Library else { return product }
  let all = library.targets.flatMap {
    [$0] + (targets[$0]?.dependencies ?? []).compactMap(\.ownTarget)
  }
  let swift = Set(all).filter { targets[$0]?.type == .regular }
  return .library(name: library.name, targets: swift.sorted())
}
