import Profiles
import Quantities

/// Which board each magnetometer is, and of which board a calibration is.
///
/// Equal boards at the same address of two buses have one name, and what is kept under it is the calibration of one of
/// them: of the board that was calibrated, or after a start of the first that measures. The others have none. Only boards
/// that measure at the same time can be two: a magnetometer that measures while no equal one does is the board that its
/// bus had before, or on another bus the only board of its name, which was moved.
struct MagnetometerBoards {
  /// A number for each board, as nothing but its bus tells it from an equal one.
  private typealias Board = Int

  private struct Place: Hashable {
    var source: SensorSourceID
    /// The name of the chip; `nil` where chips have none.
    var chip: String?
  }

  /// The boards that the two versions of a profile are of.
  private struct Owners {
    var current: Board
    var previous: Board
  }

  private var boards: [Place: Board] = [:]
  private var measuring: [SensorSourceID: Place] = [:]
  private var owners: [ProfileKey: Owners] = [:]
  private var count = 0

  func isMeasuring(_ source: SensorSourceID) -> Bool { measuring[source] != nil }

  /// A magnetometer measures no more, or another chip has come to its place.
  mutating func lose(_ source: SensorSourceID) { measuring[source] = nil }

  /// A magnetometer measures for the first time, or again after its loss.
  ///
  /// - Parameters:
  ///   - chip: its name; `nil` where chips have none.
  ///   - kept: the keys of what is kept.
  mutating func meet(_ source: SensorSourceID, chip: String?, kept: some Sequence<ProfileKey>) {
    measuring[source] = nil
    let place = Place(source: source, chip: chip)
    let board = board(at: place)
    (boards[place], measuring[source]) = (board, place)
    for key in kept where key.chip == chip && owners[key] == nil {
      owners[key] = Owners(current: board, previous: board)
    }
  }

  /// A calibration of this magnetometer, which has measured, replaces what is kept under the key.
  mutating func replace(_ key: ProfileKey, from source: SensorSourceID) {
    guard let board = boards[Place(source: source, chip: key.chip)] else { return }
    owners[key] = Owners(current: board, previous: owners[key]?.current ?? board)
  }

  /// The two versions of a profile change places.
  mutating func rollBack(_ key: ProfileKey) {
    guard let both = owners[key] else { return }
    owners[key] = Owners(current: both.previous, previous: both.current)
  }

  /// Whether what is kept under the key is the calibration of an equal board.
  func isSecond(_ source: SensorSourceID, of key: ProfileKey) -> Bool {
    guard let owner = owners[key]?.current else { return false }
    return boards[Place(source: source, chip: key.chip)] != owner
  }

  private mutating func board(at place: Place) -> Board {
    let present = measuring.values.filter { $0.chip == place.chip }.compactMap { boards[$0] }
    if let known = boards[place], !present.contains(known) { return known }
    let all = Set(boards.filter { $0.key.chip == place.chip }.values)
    if present.isEmpty, all.count == 1, let moved = all.first { return moved }
    count += 1
    return count
  }
}
