// swift-tools-version: 6.2
import PackageDescription

// The page: a server of its own package, so that the daemon is built without any of its dependencies.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "qibla-web",
  products: [.executable(name: "qibla-web", targets: ["qibla-web"])],
  // Pinned exactly, as in the daemon's package.
  dependencies: [
    .package(name: "qiblad", path: ".."),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  ],
  targets: [
    .target(name: "CPage", cSettings: [.unsafeFlags(["-std=c23"])]),
    .target(name: "CClock"),
    .target(name: "CButton"),
    .target(name: "CPlayer"),
    .target(
      name: "PageServer",
      dependencies: [
        "CButton", "CClock", "CPage", "CPlayer",
        .product(name: "QiblaClient", package: "qiblad"),
        .product(name: "QiblaCheck", package: "qiblad"),
        .product(name: "QiblaDay", package: "qiblad"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "qibla-web",
      dependencies: [
        "PageServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PageServerTests",
      dependencies: [
        "PageServer", .product(name: "QiblaDay", package: "qiblad"),
        .product(name: "QiblaClient", package: "qiblad"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      swiftSettings: settings),
  ]
)
