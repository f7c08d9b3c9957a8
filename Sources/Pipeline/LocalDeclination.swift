private import Glibc
import Geomagnetism
import Heading
import Quantities
import Wire

/// Which way magnetic north lies from true north, and how well that is known.
///
/// A declination by hand wins; what the model knows of the place then judges it. The model is asked
/// again only where it would say something else: when the position has moved by `step`, the height by
/// `heightStep`, the position's error by `errorStep` or the date by `dateStep`. In between the
/// declination is off by less than 0.02°, and by less than 0.1° where the model says caution: a tenth
/// of its own error there. `LocalDeclinationTests` looks for the worst place.
struct LocalDeclination {
  /// Degrees of latitude or longitude: 111 m, or less. Source: a limit of the cost; see above.
  static let step = 0.001
  /// Metres. Source: a limit of the cost; see above.
  static let heightStep = 100.0
  /// Metres. Source: a limit of the cost; see above.
  static let errorStep = 1000.0
  /// µs: a day.
  static let dateStep = UTCTime.microsecondsPerDay
  /// Degrees, 68 %: by how much the declination of today differs from that of the model's epoch where the date is not
  /// known. Three times as much is a contradiction: about the change of 20 years in London, where it is fast.
  /// Source: WMM2025, its change in ten years over 68 % of the land outside of the blackout zones.
  private static let changeWithoutDate = 1.2

  /// What the model was asked.
  private struct Question {
    var position: Position
    var utcMicroseconds: Int64
  }

  private let model: GeomagneticModel
  private let byHand: Declination?
  private let parameters: DeclinationParameters
  /// For a declination by hand without a date: whether a compass is of use there hardly depends on the
  /// date, and the model's epoch is used.
  private let anyDate: Int64?
  private var question: Question?
  /// What the model says; `nil` where position or date is not known.
  private var found: ModelDeclination?
  private var hasDate = false

  init(_ settings: PipelineSettings) {
    model = settings.model
    parameters = settings.parameters.declination
    byHand = settings.declination
    anyDate = byHand == nil ? nil : UTCTime.microseconds(decimalYear: model.epoch)
  }

  /// Takes in where and when it is; asks the model only if position or date changed enough.
  mutating func update(position: Position?, dateMicroseconds: Int64?) {
    hasDate = dateMicroseconds != nil
    guard let position, let dateMicroseconds = dateMicroseconds ?? anyDate else {
      (found, question) = (nil, nil)
      return
    }
    let new = Question(position: position, utcMicroseconds: dateMicroseconds)
    if let question, !Self.isNews(new, after: question) { return }
    question = new
    found = ModelDeclination(
      of: model, at: position, utcMicroseconds: dateMicroseconds,
      largestPositionError: parameters.largestPositionError)
  }

  /// `nil` where it is not known, and where a compass is known to be of no use.
  var declination: Declination? {
    guard let byHand else { return found?.declination }
    return found?.zone == .blackout ? nil : byHand
  }

  /// Degrees, 68 % lie within; `nil` where there is no declination.
  ///
  /// Of a declination by hand that contradicts the model it is the difference: one of the two is wrong,
  /// and it is not known which. Without a date it is compared with that of the model's epoch.
  var error68Degrees: Double? {
    guard declination != nil else { return nil }
    guard let byHand else { return found?.error68Degrees }
    guard let found, let other = found.declination else {
      return ProtocolConstants.manualDeclinationError
    }
    let difference = abs(RelativeBearing(degrees: byHand.degrees - other.degrees).degrees)
    let dated = hypot(ProtocolConstants.manualDeclinationError, found.error68Degrees)
    let expected = hasDate ? dated : hypot(dated, Self.changeWithoutDate)
    return difference > significantDeviations * expected
      ? difference : ProtocolConstants.manualDeclinationError
  }

  /// The field that a magnetometer should find here; `nil` where the place is not known.
  var expectedField: ExpectedField? {
    guard let found, found.isPositionKnown else { return nil }
    return ExpectedField(
      strength: found.strength, inclination: found.inclinationDegrees.inRadians)
  }

  /// Whether the model is used, and is not made for this date.
  var isExpired: Bool { byHand == nil && found?.isWithinDates == false }

  var state: StateMessage.DeclinationState {
    let name = declination == nil ? nil : byHand == nil ? model.name : "manual"
    return .init(
      model: name, valid: declination != nil && !isExpired, error68Degrees: error68Degrees)
  }

  /// Adds why true north is not known better.
  func insertReasons(into why: inout WhySet) {
    if byHand != nil { why.insert(.declinationManual) } else if !hasDate { why.insert(.noTime) }
    if isExpired { why.insert(.declinationModelExpired) }
    if let found, found.zone != .ok { why.insert(.weakHorizontalField) }
    // One that was given is not used where the horizontal field is too weak; that it is weak is the reason then.
    if declination == nil, byHand == nil { why.insert(.noDeclination) }
  }

  private static func isNews(_ new: Question, after old: Question) -> Bool {
    let (place, before) = (new.position.coordinates, old.position.coordinates)
    let height = (new.position.altitudeMetres ?? 0) - (old.position.altitudeMetres ?? 0)
    let error = (new.position.error68Metres ?? 0) - (old.position.error68Metres ?? 0)
    return abs(place.latitude - before.latitude) > step
      || abs(place.longitude - before.longitude) > step || abs(height) > heightStep
      || abs(error) > errorStep
      || abs(new.utcMicroseconds - old.utcMicroseconds) > dateStep
  }
}
