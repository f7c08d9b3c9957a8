import Wire

/// The meaning of a cell, from which the palette chooses the colour.
enum Ink: Equatable, Sendable {
  case plain, strong, faint
  /// Everything in a dial without a current reading.
  case off
  case good, caution, bad
  /// The device faces the Qibla, with an accurate heading.
  case aligned
  case north, south
  /// Magnetic north, in another colour than true north.
  case magnetic
  case qibla
  /// Warnings that the user must notice; drawn in reverse.
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
    case .caution: many ? "38;5;227" : "33"
    case .bad: many ? "1;38;5;203" : "1;31"
    case .north: many ? "1;38;5;203" : "1;31"
    case .south: many ? "38;5;250" : "37"
    case .magnetic: many ? "1;38;5;141" : "1;35"
    case .qibla: many ? "1;38;5;178" : "1;93"
    case .badge: many ? "1;38;5;16;48;5;215" : "1;30;43"
    case .badBadge: many ? "1;38;5;231;48;5;160" : "1;37;41"
    }
  }

  /// Whether a blank in this ink is visible.
  var hasBackground: Bool { self == .badge || self == .badBadge }
}
