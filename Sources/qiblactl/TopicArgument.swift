import ArgumentParser
import Wire

extension Topic {
  /// The topic of this name.
  init(argument name: some StringProtocol) throws {
    guard let topic = Topic(rawValue: String(name)) else {
      let known = Topic.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("'\(name)' is not a topic; there are \(known)")
    }
    self = topic
  }
}
