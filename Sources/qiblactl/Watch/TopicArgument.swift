import ArgumentParser
import Wire

extension Topic {
  /// The names of all topics.
  static let list = allCases.map(\.rawValue).joined(separator: ", ")

  /// The names of the topics that a recording has.
  static let recordedList = allCases.filter { !$0.isOfTheDaemon }.map(\.rawValue)
    .joined(separator: ", ")

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
