import ArgumentParser
import Wire

extension Topic {
  /// The names of all topics.
  static let list = allCases.map(\.rawValue).joined(separator: ", ")

  /// The names of those that a recording has.
  static let recordedList = allCases.filter { !$0.isOfTheDaemon }.map(\.rawValue)
    .joined(separator: ", ")

  /// The topic of this name, of a recording.
  init(recorded name: some StringProtocol) throws {
    guard let topic = Topic(rawValue: String(name)), !topic.isOfTheDaemon else {
      throw ValidationError(
        "'\(name)' is not a topic of a recording; there are \(Topic.recordedList)")
    }
    self = topic
  }

  /// The topic of this name.
  init(argument name: some StringProtocol) throws {
    guard let topic = Topic(rawValue: String(name)) else {
      throw ValidationError("'\(name)' is not a topic; there are \(Topic.list)")
    }
    self = topic
  }
}
