/// `text` as it stands in a string of JSON (RFC 8259, section 7); other control characters become a space.
func jsonEscaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\n": result += "\\n"
    case _ where scalar.value < 0x20: result += " "
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
