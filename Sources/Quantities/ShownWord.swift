/// A word of the user for an error message: shortened, and without characters that control a terminal.
///
/// - Parameter longest: characters that are shown at the most.
package func shown(_ word: some StringProtocol, longest: Int = 40) -> String {
  let scalars = word.unicodeScalars.prefix(longest).map { scalar in
    scalar.properties.generalCategory == .control ? "?" : String(scalar)
  }
  return scalars.joined() + (word.unicodeScalars.count > longest ? "..." : "")
}
