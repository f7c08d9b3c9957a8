/// The JSON Schema (2020-12) of every message and every request: the file docs/schema.json.
public enum Schema {
  /// The document as UTF-8, the last line feed included: what `qiblactl schema` prints, and of which `sha256` is the
  /// digest.
  public static var text: [UInt8] { literal.withUTF8Buffer { Array($0) } }
}
