private import FoundationEssentials

/// One object of JSON with names in snake case and LF, as the server's answers are.
func jsonLine(_ value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.keyEncodingStrategy = .convertToSnakeCase
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  do {
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
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
struct Refusal: Encodable {
  var type: String
  var error: String
}
