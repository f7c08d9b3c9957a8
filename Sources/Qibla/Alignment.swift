private import Glibc
package import Quantities

/// Whether the device faces the Qibla, and the events when that changes.
///
/// A state machine: it takes one input for each tick, and returns the state and at most a few
/// events. With an inaccurate heading it never reports `aligned`, only `alignedUncertain`.
package struct Alignment: Equatable, Sendable {
  /// The input of one tick.
  package struct Input: Equatable, Sendable {
    package var time: Timestamp
    /// `nil` without a pointer.
    package var pointer: RelativeBearing?
    /// Degrees a second; `nil` if it is not known.
    package var turnRate: Double?
    /// Whether heading and bearing together are accurate enough for `aligned`.
    package var isCertain: Bool

    package init(
      time: Timestamp, pointer: RelativeBearing?, turnRate: Double?, isCertain: Bool
    ) {
      self.time = time
      self.pointer = pointer
      self.turnRate = turnRate
      self.isCertain = isCertain
    }
  }

  /// The value of `alignment` in a reading.
  package enum Field: Equatable, Sendable {
    case unknown, away, near, almost, aligned, alignedUncertain
  }

  /// A change of the alignment.
  package enum Event: Equatable, Sendable {
    case aligned, alignedUncertain, left, locked, passed
  }

  /// An event, and whether to play its haptic pattern.
  package struct Outcome: Equatable, Sendable {
    package var event: Event
    package var isFelt: Bool
  }

  private enum State: Equatable {
    /// Not within the entering angle. `armed`: the pointer was beyond the leaving angle since the last
    /// `passed`, so that another `passed` is possible.
    case outside(armed: Bool)
    /// Within the entering angle: since when, from which side, the fastest turn, since when the heading
    /// is accurate, and `armed` as outside.
    case entering(
      since: Timestamp, side: Double, fastest: Double, certainSince: Timestamp?, armed: Bool)
    /// Aligned with this quality since an instant. An uncertain alignment becomes certain when
    /// `certainSince` is older than the dwell time.
    case inside(since: Timestamp, certain: Bool, certainSince: Timestamp?, locked: Bool)
  }

  /// The present value for a reading.
  package private(set) var field = Field.unknown
  private var state = State.outside(armed: true)
  private var previous: Double?
  private var lastFelt: Timestamp?
  /// The event of `lastFelt`.
  private var lastFeltEvent: Event?
  private let parameters: AlignmentParameters

  package init(parameters: AlignmentParameters = AlignmentParameters()) {
    self.parameters = parameters
  }

  /// Takes the input of one tick. Calls `tell` for each event, in order, and then updates `field`.
  package mutating func update(_ input: Input, tell: (Outcome) -> Void) {
    guard let pointer = input.pointer?.degrees else {
      if case .inside = state { emit(.left, at: input.time, felt: false, tell) }
      state = .outside(armed: true)
      previous = nil
      field = .unknown
      return
    }
    switch state {
    case .outside(let armed): outside(armed, pointer, input, tell)
    case .entering: entering(pointer, input, tell)
    case .inside: inside(pointer, input, tell)
    }
    previous = pointer
    field = nextField(abs(pointer))
  }

  private mutating func outside(
    _ armed: Bool, _ pointer: Double, _ input: Input, _ tell: (Outcome) -> Void
  ) {
    let rearmed = armed || abs(pointer) > parameters.leaveDegrees
    let speed = abs(input.turnRate ?? 0)
    if let previous, rearmed, abs(pointer) > parameters.enterDegrees,
      previous * pointer < 0, abs(previous - pointer) < 180, speed > parameters.passDegreesPerSecond
    {
      emit(.passed, at: input.time, felt: true, tell)  // too fast for a tick within the angle
      state = .outside(armed: abs(pointer) > parameters.leaveDegrees)
    } else if abs(pointer) <= parameters.enterDegrees {
      state = .entering(
        since: input.time, side: previous ?? pointer, fastest: speed,
        certainSince: input.isCertain ? input.time : nil, armed: rearmed)
    } else {
      state = .outside(armed: rearmed)
    }
  }

  private mutating func entering(_ pointer: Double, _ input: Input, _ tell: (Outcome) -> Void) {
    guard case .entering(let since, let side, let fastest, let certainSince, let armed) = state
    else { return }
    let top = max(fastest, abs(input.turnRate ?? 0))
    guard abs(pointer) <= parameters.enterDegrees else {
      let hasPassed = armed && side * pointer < 0 && top > parameters.passDegreesPerSecond
      if hasPassed { emit(.passed, at: input.time, felt: true, tell) }
      state = .outside(armed: armed && !hasPassed || abs(pointer) > parameters.leaveDegrees)
      return
    }
    let certain = input.isCertain ? certainSince ?? input.time : nil
    state = .entering(
      since: since, side: side, fastest: top, certainSince: certain, armed: armed)
    guard input.time.seconds(since: since) >= parameters.dwell else { return }
    let isCertain = certain.map { input.time.seconds(since: $0) >= parameters.dwell } ?? false
    emit(isCertain ? .aligned : .alignedUncertain, at: input.time, felt: true, tell)
    state = .inside(
      since: input.time, certain: isCertain, certainSince: certain, locked: false)
  }

  private mutating func inside(_ pointer: Double, _ input: Input, _ tell: (Outcome) -> Void) {
    guard case .inside(var since, var certain, let certainSince, var locked) = state else { return }
    guard abs(pointer) <= parameters.leaveDegrees else {
      emit(.left, at: input.time, felt: true, tell)
      state = .outside(armed: true)
      return
    }
    let steady = input.isCertain ? certainSince ?? input.time : nil
    let mayClaim = steady.map { input.time.seconds(since: $0) >= parameters.dwell } ?? false
    if certain, !input.isCertain {
      certain = false
      emit(.alignedUncertain, at: input.time, felt: false, tell)
    } else if !certain, mayClaim {
      certain = true
      since = input.time  // the time until `locked` counts from the accurate heading
      emit(.aligned, at: input.time, felt: false, tell)
    }
    if !locked, certain, input.time.seconds(since: since) >= parameters.lock {
      locked = true
      emit(.locked, at: input.time, felt: true, tell)
    }
    state = .inside(since: since, certain: certain, certainSince: steady, locked: locked)
  }

  private mutating func emit(
    _ event: Event, at time: Timestamp, felt: Bool, _ tell: (Outcome) -> Void
  ) {
    // An overshoot gives `passed`, and the return to the Qibla after it may have no second event.
    let isReturn = lastFeltEvent == .passed && (event == .aligned || event == .alignedUncertain)
    let isFelt = felt && (isReturn || isFeltAgain(at: time))
    // `left` has no pattern by default, and a return to the Qibla right after it has no second event to make up for it.
    if isFelt, event != .left { (lastFelt, lastFeltEvent) = (time, event) }
    tell(Outcome(event: event, isFelt: isFelt))
  }

  /// Whether the last haptic pattern was long enough ago; that of `left` does not count. True if timestamps ran
  /// backwards since.
  private func isFeltAgain(at time: Timestamp) -> Bool {
    guard let elapsed = lastFelt.map({ time.seconds(since: $0) }) else { return true }
    return elapsed < 0 || elapsed >= parameters.hapticGap
  }

  /// The value for an angle from the Qibla, with 2° of hysteresis outwards.
  private func nextField(_ distance: Double) -> Field {
    if case .inside(_, let certain, _, _) = state { return certain ? .aligned : .alignedUncertain }
    let wasAlmost = field == .almost || field == .aligned || field == .alignedUncertain
    let wasNear = wasAlmost || field == .near
    if distance <= (wasAlmost ? 12 : 10) { return .almost }
    return distance <= (wasNear ? 32 : 30) ? .near : .away
  }
}
