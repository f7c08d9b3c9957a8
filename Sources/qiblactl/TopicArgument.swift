import ArgumentParser
import Wire

extension Topic {
  /// The names of all topics.
  static let list = allCases.map(\.rawValue).joined(separator: ", ")

  /// The topic of this name.
  init(argument name: some StringProtocol) throws {
    guard let topic = Topic(rawValue: String(name)) else {
      throw ValidationError("'\(name)' is not a topic; there are \(Topic.list)")
    }
    self = topic
  }
}
