package import Quantities

/// The fields that a calibration is fitted to, a bounded number in each direction.
///
/// A cell of directions keeps a fixed number of fields. Which of all fields are kept is a pseudorandom
/// choice that gives each the same chance, so that they are spread over the time too. Its size is fixed.
package struct CalibrationCollection: Equatable, Sendable {
  /// How the device is turned.
  package enum Flow: String, Equatable, Sendable {
    /// Through every direction: 48 cells.
    case sphere
    /// Once around while it is level: 24 sectors, and a calibration for a level device only.
    case circle
  }

  private struct Slot: Equatable {
    var time: Timestamp
    var field: Vector3
    var pair: TurnPair?
  }

  /// Fields that are kept. Source: a size; ten for each cell of a sphere, 20 for each sector.
  private static let capacity = 480

  package let flow: Flow
  /// Fields that were added, kept or not.
  package private(set) var seenCount = 0
  /// One bit for each cell with a field in it; 0 until the centre is known.
  package var coverageMap: UInt64 {
    guard centre != nil else { return 0 }
    return (0..<cells).reduce(0) { seen[$1] > 0 ? $0 | 1 << UInt64($1) : $0 }
  }
  /// The part of the cells with a field in them, 0 to 1.
  package var coverage: Double { Double(coverageMap.nonzeroBitCount) / Double(cells) }
  /// 48, or 24 for a level turn.
  package var cells: Int { flow == .sphere ? DirectionCells.count : HorizontalCircle.sectors }

  /// The centre of the fields' directions; `nil` until the fields are spread enough.
  private(set) var centre: CollectionCentre?
  private var slots: [Slot?]
  private var seen: [Int]
  private var pairs: TurnPairs
  private var last: Timestamp?
  private var lastField: Vector3?

  private let parameters: CalibrationParameters

  package init(flow: Flow, parameters: CalibrationParameters = CalibrationParameters()) {
    self.flow = flow
    self.parameters = parameters
    pairs = TurnPairs(parameters.turnCheck, parameters.motion)
    slots = Array(repeating: nil, count: Self.capacity)
    seen = Array(repeating: 0, count: DirectionCells.count)
  }

  /// How many fields lie in each cell, counting those that were not kept.
  func count(inCell cell: Int) -> Int { centre == nil ? 0 : seen[cell] }

  /// The number of fields that are kept.
  var keptCount: Int { slots.count { $0 != nil } }

  /// Adds a turn rate, rad/s, along the magnetometer's axes.
  package mutating func add(rate: Vector3, at time: Timestamp) { pairs.add(rate: rate, at: time) }

  /// Adds a field before calibration.
  ///
  /// - Returns: false where it is ignored: the value before again, or too soon after it.
  @discardableResult
  package mutating func add(field: Vector3, at time: Timestamp) -> Bool {
    if let last, time >= last, time.seconds(since: last) < pairs.fieldInterval { return false }
    guard field != lastField else { return false }
    (last, lastField) = (time, field)
    seenCount += 1
    insert(Slot(time: time, field: field, pair: pairs.add(field: field, at: time)))
    return true
  }

  /// Sorts the fields into cells about another centre, where that has moved.
  mutating func recentre(_ shape: FieldShape?) {
    let found = CollectionCentre(
      flow, fields: kept.map(\.field), shape: shape, fewest: parameters.fit.minimumSamples)
    guard let found, centre.map({ $0.isFar(from: found) }) ?? true else { return }
    centre = found
    let all = kept
    for index in slots.indices { slots[index] = nil }
    for cell in seen.indices { seen[cell] = 0 }
    for slot in all { insert(slot) }
  }

  /// Sets a centre that is known before the first field.
  mutating func recentre(fixed shape: FieldShape) { centre = CollectionCentre(shape) }

  /// Discards older fields, so that a collection needs no end.
  mutating func forget(before time: Timestamp) {
    let room = Self.capacity / cells
    for cell in 0..<cells {
      let range = (cell * room)..<((cell + 1) * room)
      for index in range {
        if let slot = slots[index], slot.time < time { slots[index] = nil }
      }
      seen[cell] = slots[range].count { $0 != nil }
      // an empty slot before a full one would be taken for the next free one
      var next = range.lowerBound
      for index in range where slots[index] != nil {
        slots.swapAt(next, index)
        next += 1
      }
    }
  }

  private var kept: [Slot] { slots.compactMap { $0 }.sorted { $0.time < $1.time } }

  private mutating func insert(_ slot: Slot) {
    let cell = centre?.cell(of: slot.field) ?? seenCount % cells
    let room = Self.capacity / cells
    seen[cell] += 1
    let place = seen[cell] <= room ? seen[cell] - 1 : Self.mixed(seen[cell]) % seen[cell]
    if place < room { slots[cell * room + place] = slot }
  }

  /// A pseudorandom number that is the same in every run.
  ///
  /// - Source: the mixing constants of SplitMix64 (S. Vigna, 2015).
  private static func mixed(_ number: Int) -> Int {
    var bits = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return Int((bits ^ (bits >> 32)) >> 1)
  }
}

extension CalibrationCollection {
  /// The kept fields in the order of time, without those that the gyro contradicts, and the part, 0 to 1,
  /// that it contradicts. Where that is too large (`contradictedPart`), none is left out.
  package func log(
    isMicrotesla: Bool, expectedStrength: Double?
  ) -> (log: CalibrationLog, contradicted: Double) {
    log(isMicrotesla: isMicrotesla, expectedStrength: expectedStrength, shape: nil)
  }

  /// - Parameter shape: what a fit has found; `nil` where there was none.
  func log(
    isMicrotesla: Bool, expectedStrength: Double?, shape: FieldShape?
  ) -> (log: CalibrationLog, contradicted: Double) {
    let kept = self.kept
    // That of the directions may be a sphere, and soft iron turns directions.
    let known = shape ?? centre?.shape
    let isContradicted = kept.map { slot in
      guard let shape = known, let pair = slot.pair else { return false }
      return !pairs.isConsistent(pair, now: slot.field, shape)
    }
    let part = Double(isContradicted.count { $0 }) / Double(max(kept.count, 1))
    var log = CalibrationLog(isMicrotesla: isMicrotesla, expectedStrength: expectedStrength)
    let isGyroWrong = part > parameters.collection.contradictedPart
    for (slot, isContradicted) in zip(kept, isContradicted) where !isContradicted || isGyroWrong {
      log.fields.append(.init(time: slot.time, field: slot.field))
    }
    log.contradicted = part
    return (log, part)
  }
}
