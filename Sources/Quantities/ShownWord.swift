/// A word of the user for an error message: shortened, and without characters that control a terminal.
package func shown(_ word: some StringProtocol) -> String {
  let longest = 40
  let scalars = word.unicodeScalars.prefix(longest).map { scalar in
    scalar.properties.generalCategory == .control ? "?" : String(scalar)
  }
  return scalars.joined() + (word.unicodeScalars.count > longest ? "..." : "")
}
