import ArgumentParser
import Wire

extension Topic {
  /// The names of all topics.
  static let names = allCases.map(\.rawValue)

  /// The names of the topics that a recording has.
  static let recordedNames = allCases.filter { !$0.isOfTheDaemon }.map(\.rawValue)

  /// The names of all topics, in one text.
  static let list = names.joined(separator: ", ")

  /// The names of the topics that a recording has, in one text.
  static let recordedList = recordedNames.joined(separator: ", ")

  /// Parses the name of a topic that a recording has.
  init(recorded name: some StringProtocol) throws {
    guard let topic = Topic(rawValue: String(name)), !topic.isOfTheDaemon else {
      throw ValidationError(
        "'\(name)' is not a topic of a recording; the topics are \(Topic.recordedList)")
    }
    self = topic
  }

  /// Parses the name of a topic.
  init(argument name: some StringProtocol) throws {
    guard let topic = Topic(rawValue: String(name)) else {
      throw ValidationError("'\(name)' is not a topic; the topics are \(Topic.list)")
    }
    self = topic
  }
}
