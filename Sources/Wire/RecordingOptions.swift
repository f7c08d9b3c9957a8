internal import JSON

/// What a recording is to be: the members of `record` with the action `start`.
public struct RecordingOptions: Equatable, Sendable {
  /// Where the file is.
  public enum Place: Equatable, Sendable {
    /// In the daemon's directory for recordings, under this name; `nil` for a name by the time.
    case directory(name: String?)
    /// At this absolute path.
    case path(String)
  }

  public var place: Place
  /// The recording ends after this time, s; `nil` for no such end.
  public var limitSeconds: Double?
  /// The file ends before it has more bytes than this; `nil` for the daemon's limit.
  public var limitBytes: Int64?
  /// Where it is over 1 a file that has reached its limit is followed by another one, and so many of them are
  /// kept.
  public var files: Int
  /// Whether positions are left out.
  public var redactsPosition: Bool
  /// Whether a recording of that name is replaced.
  public var replaces: Bool

  public init(
    _ place: Place, limitSeconds: Double? = nil, limitBytes: Int64? = nil, files: Int = 1,
    redactsPosition: Bool = false, replaces: Bool = false
  ) {
    (self.place, self.limitSeconds, self.limitBytes) = (place, limitSeconds, limitBytes)
    (self.files, self.redactsPosition, self.replaces) = (files, redactsPosition, replaces)
  }

  /// s: up to 1e6, 11 days.
  public static let seconds = 1.0...1e6
  /// Bytes: from 100 kB, which hold some seconds, to 1 TB.
  public static let bytes: ClosedRange<Int64> = 100_000...1_000_000_000_000
  /// How many files a rotation can keep.
  public static let fileCounts: ClosedRange<Int64> = 1...1000
  /// The longest path, bytes.
  public static let pathBytes = 1024
}

extension RecordingOptions {
  init(_ members: inout ControlMembers) throws(RequestError) {
    let name = try members.name("name")
    let path = try members.text("path", "an absolute path of at most 1024 bytes") { text in
      text.hasPrefix("/") && text.utf8.count <= Self.pathBytes && !text.utf8.contains(0)
    }
    if name != nil, path != nil {
      throw .badValue("\"name\" and \"path\" exclude each other", hint: "give one of them")
    }
    self.init(
      path.map(Place.path) ?? .directory(name: name),
      limitSeconds: try members.number("limit_s", Self.seconds, "seconds"),
      limitBytes: try members.whole("limit_bytes", Self.bytes, "bytes"),
      files: Int(try members.whole("files", Self.fileCounts, "files") ?? 1),
      redactsPosition: try members.flag("redact_position") ?? false,
      replaces: try members.flag("replace") ?? false)
  }
}

extension JSONWriter {
  mutating func members(of options: RecordingOptions) {
    switch options.place {
    case .directory(let name): member("name", name)
    case .path(let path): member("path", path)
    }
    if let seconds = options.limitSeconds {
      key("limit_s")
      exactNumber(seconds)
    }
    member("limit_bytes", options.limitBytes)
    if options.files > 1 { member("files", options.files) }
    if options.redactsPosition { member("redact_position", true) }
    if options.replaces { member("replace", true) }
  }
}
