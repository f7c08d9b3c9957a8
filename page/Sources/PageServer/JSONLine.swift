private import FoundationEssentials

/// `jsonObject` with LF, as the server's answers are.
func jsonLine(_ type: String, _ value: some Encodable) -> String { jsonObject(type, value) + "\n" }

/// One object of JSON with names in snake case, without LF. `type` is the first member, as in each message of the daemon.
///
/// - Parameter value: an object with at least one member, without `type`.
func jsonObject(_ type: String, _ value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.keyEncodingStrategy = .convertToSnakeCase
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  do {
    let object = String(decoding: try encoder.encode(value), as: UTF8.self)
    return #"{"type":"\#(type)","# + object.dropFirst()
  } catch {
    preconditionFailure("an answer has a number that JSON has not: \(error)")
  }
}

/// A value from an object of JSON with names in snake case; `nil` where it is none.
func fromJSON<Value: Decodable>(_ bytes: [UInt8], as type: Value.Type) -> Value? {
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  return try? decoder.decode(type, from: Data(bytes))
}

/// Why there is no answer, as a sentence.
struct Refusal: Error, Encodable {
  var error: String
}
