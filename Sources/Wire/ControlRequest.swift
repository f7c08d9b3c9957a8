public import Quantities

/// A request that changes the daemon, or reads what only its user may (docs/protocol.md: control).
/// The control socket alone takes it.
public enum ControlRequest: Equatable, Sendable {
  /// The magnetometer's calibration with this device: collected, and accepted or discarded.
  case calibrate(Calibrate)
  /// The calibrations that are kept by name.
  case calibration(Profiles)
  /// How the boards sit in the device.
  case mount(Mount)
  /// Where the device is.
  case position(Place)
  /// The point that the pointer shows.
  case target(Target)
  /// The motor.
  case haptic(Haptic)
  /// A recording of the pipeline's inputs.
  case record(Record)
  /// Look for chips now: on every bus, and behind drivers of the kernel.
  case rescan
  /// Read the configuration again.
  case reload

  /// What a request asks for: its member `do`.
  public enum Verb: String, CaseIterable, Sendable {
    case calibrate, calibration, mount, position, target, haptic, record, devices, reload
  }

  /// How the user turns the device while samples are collected.
  public enum Flow: String, CaseIterable, Sendable {
    /// In all directions.
    case sphere
    /// Level, about the vertical.
    case circle
  }

  /// The actions of `calibrate`. Without a profile's name the profile in use is meant.
  public enum Calibrate: Equatable, Sendable {
    /// Begin to collect; what was collected before is discarded.
    case start(profile: String?, flow: Flow)
    /// End collecting without a calibration.
    case cancel
    /// Use the candidate, and keep it under the profile's name; also a worse one than that in use where `force`.
    case accept(profile: String?, force: Bool)
    /// End with the candidate unused.
    case discard
    /// Use the calibration before the one in use.
    case rollback(profile: String?)
  }

  /// The actions of `calibration`. Without a profile's name the profile in use is meant.
  public enum Profiles: Equatable, Sendable {
    /// Name every profile.
    case list
    /// Use this profile from now on.
    case use(profile: String)
    /// Replace the profile's calibration by no other one until it is unlocked.
    case lock(profile: String?)
    case unlock(profile: String?)
    /// Answer with the profile's calibration.
    case exporting(profile: String?)
    /// Keep a calibration under this name.
    ///
    /// - Parameter calibration: the bytes of one JSON object, as `export` answers with it; not
    ///   checked further.
    case importing(profile: String, calibration: [UInt8])
    /// Keep with the calibration in use what a check of the heading found; the daemon adds the date.
    case check(HeadingCheckResult)
  }

  /// The actions of `mount`.
  public enum Mount: Equatable, Sendable {
    /// Answer with the mounts in use.
    case show
    /// Use these mounts, each in the words of the configuration; not checked further. `nil` leaves a
    /// mount as it is; one of them at least is given.
    case set(board: String?, magnetometer: String?, inertial: String?)
  }

  /// The actions of `position`.
  public enum Place: Equatable, Sendable {
    /// The device is here; it wins over the receiver's position.
    case set(Position)
    /// Use the receiver's position again, or the position that was used before it was set by hand.
    case forget
  }

  /// The actions of `target`.
  public enum Target: Equatable, Sendable {
    /// Point there.
    case set(QiblaMessage.Target)
    /// Point to the target of the configuration again.
    case reset
  }

  /// The actions of `haptic`.
  public enum Haptic: Equatable, Sendable {
    /// Play a pattern once: its name, or that of an event for the pattern of the configuration; not
    /// checked further.
    case play(pattern: String)
    /// Play nothing from now on.
    case mute
    case unmute
  }

  /// The actions of `record`.
  public enum Record: Equatable, Sendable {
    case start(RecordingOptions)
    case stop
    /// Answer with the recording that runs, or the last one.
    case status
  }
}

extension ControlRequest {
  public var verb: Verb {
    switch self {
    case .calibrate: .calibrate
    case .calibration: .calibration
    case .mount: .mount
    case .position: .position
    case .target: .target
    case .haptic: .haptic
    case .record: .record
    case .rescan: .devices
    case .reload: .reload
    }
  }

  /// The member `action`; `nil` where the verb has none.
  public var action: String? {
    switch self {
    case .calibrate(.start): "start"
    case .calibrate(.cancel): "cancel"
    case .calibrate(.accept): "accept"
    case .calibrate(.discard): "discard"
    case .calibrate(.rollback): "rollback"
    case .calibration(.list): "list"
    case .calibration(.use): "use"
    case .calibration(.lock): "lock"
    case .calibration(.unlock): "unlock"
    case .calibration(.exporting): "export"
    case .calibration(.importing): "import"
    case .calibration(.check): "check"
    case .mount(.show): "show"
    case .mount(.set), .position(.set), .target(.set): "set"
    case .position(.forget): "forget"
    case .target(.reset): "reset"
    case .haptic(.play): "play"
    case .haptic(.mute): "mute"
    case .haptic(.unmute): "unmute"
    case .record(.start): "start"
    case .record(.stop): "stop"
    case .record(.status): "status"
    case .rescan: "rescan"
    case .reload: nil
    }
  }

  /// Whether carrying it out changes anything; the others only answer.
  public var isChange: Bool {
    switch self {
    case .calibration(.list), .calibration(.exporting), .mount(.show), .record(.status): false
    default: true
    }
  }
}

extension ControlRequest.Verb {
  /// The words of `action`; empty where the verb has none.
  public var actions: [String] {
    switch self {
    case .calibrate: ["start", "cancel", "accept", "discard", "rollback"]
    case .calibration: ["list", "use", "lock", "unlock", "export", "import", "check"]
    case .mount: ["show", "set"]
    case .position: ["set", "forget"]
    case .target: ["set", "reset"]
    case .haptic: ["play", "mute", "unmute"]
    case .record: ["start", "stop", "status"]
    case .devices: ["rescan"]
    case .reload: []
    }
  }
}
