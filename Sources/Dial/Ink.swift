import Wire

/// What a cell means; the palette makes a colour of it.
enum Ink: Equatable, Sendable {
  case plain, strong, faint
  /// Everything, when there is nothing to trust.
  case off
  case good, caution, bad
  /// The device is on the Qibla, for certain.
  case aligned
  case north, south
  /// Magnetic north, which is not the north of the map.
  case magnetic
  case qibla
  /// Marks that nobody may overlook; drawn in reverse.
  case badge, badBadge

  /// The colour of a status (docs/protocol.md, drawing a dial).
  init(_ status: Reading.Status) {
    switch status {
    case .accurate: self = .good
    case .uncertain, .calibrating: self = .caution
    case .interference: self = .bad
    case .unavailable: self = .off
    }
  }

  /// The parameters of the escape sequence that selects this ink, after a reset; empty for none.
  func parameters(_ palette: Style.Palette) -> String {
    let many = palette == .many
    return switch self {
    case .plain: ""
    case .strong: "1"
    case .faint: many ? "38;5;245" : "2"
    case .off: many ? "38;5;242" : "90"
    case .good: many ? "38;5;77" : "32"
    case .aligned: many ? "1;38;5;77" : "1;32"
    case .caution: many ? "38;5;220" : "33"
    case .bad: many ? "1;38;5;203" : "1;31"
    case .north: many ? "1;38;5;203" : "1;31"
    case .south: many ? "38;5;250" : "37"
    case .magnetic: many ? "1;38;5;141" : "1;35"
    case .qibla: many ? "1;38;5;178" : "1;93"
    case .badge: many ? "1;38;5;16;48;5;215" : "1;30;43"
    case .badBadge: many ? "1;38;5;231;48;5;160" : "1;37;41"
    }
  }

  /// Whether a blank in this ink shows.
  var hasBackground: Bool { self == .badge || self == .badBadge }
}
