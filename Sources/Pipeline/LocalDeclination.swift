private import Glibc
import Geomagnetism
import Quantities
import Wire

/// Which way magnetic north lies from true north, and how well that is known.
///
/// A declination by hand wins. Else the model says it, and is asked again only where it would say
/// something else: when the position has moved by `step`, the height by `heightStep`, the position's
/// error by `errorStep` or the date by `dateStep`. In between the
/// declination is off by less than 0.02°, and by less than 0.1° where the model says caution: a tenth
/// of its own error there. `LocalDeclinationTests` looks for the worst place.
struct LocalDeclination {
  /// Degrees of latitude or longitude: 111 m, or less.
  static let step = 0.001
  /// Metres.
  static let heightStep = 100.0
  /// Metres.
  static let errorStep = 1000.0
  /// µs: a day.
  static let dateStep: Int64 = 86_400_000_000

  /// Of a declination by hand, degrees: it is read off a map or another program.
  static let errorByHand = 0.5

  /// What the model was asked.
  private struct Question {
    var position: Position
    var utcMicroseconds: Int64
  }

  /// What is known by now.
  private enum Answer {
    case byHand(Declination)
    case unknown
    case model(ModelDeclination)
  }

  private let model: GeomagneticModel
  private var answer: Answer
  private var question: Question?
  private var hasDate = false

  init(_ settings: PipelineSettings) {
    model = settings.model
    answer = settings.declination.map { .byHand($0) } ?? .unknown
  }

  /// Takes in where and when it is; asks the model where that is news.
  mutating func update(position: Position?, dateMicroseconds: Int64?) {
    if case .byHand = answer { return }
    hasDate = dateMicroseconds != nil
    guard let position, let dateMicroseconds else {
      (answer, question) = (.unknown, nil)
      return
    }
    let new = Question(position: position, utcMicroseconds: dateMicroseconds)
    if let question, !Self.isNews(new, after: question) { return }
    question = new
    answer = .model(ModelDeclination(of: model, at: position, utcMicroseconds: dateMicroseconds))
  }

  /// `nil` where it is not known, and where a compass is of no use.
  var declination: Declination? {
    switch answer {
    case .byHand(let declination): declination
    case .unknown: nil
    case .model(let found): found.declination
    }
  }

  /// Degrees, 68 % lie within; `nil` where there is no declination.
  var error68Degrees: Double? {
    switch answer {
    case .byHand: Self.errorByHand
    case .unknown: nil
    case .model(let found): found.declination == nil ? nil : found.error68Degrees
    }
  }

  /// Whether the model is not made for this date.
  var isExpired: Bool {
    if case .model(let found) = answer { !found.isWithinDates } else { false }
  }

  var state: StateMessage.DeclinationState {
    switch answer {
    case .byHand: .init(model: "manual", valid: true, error68Degrees: error68Degrees)
    case .unknown: .init(model: nil, valid: false)
    case .model(let found):
      .init(
        model: found.declination == nil ? nil : model.name,
        valid: found.declination != nil && found.isWithinDates, error68Degrees: error68Degrees)
    }
  }

  /// Adds why true north is not known better.
  func insertReasons(into why: inout WhySet) {
    switch answer {
    case .byHand: why.insert(.declinationManual)
    case .unknown:
      if !hasDate { why.insert(.noTime) }
      why.insert(.noDeclination)
    case .model(let found):
      if !found.isWithinDates { why.insert(.declinationModelExpired) }
      if found.zone != .ok { why.insert(.weakHorizontalField) }
      if found.declination == nil { why.insert(.noDeclination) }
    }
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
