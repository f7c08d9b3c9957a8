private import Wire

/// An object with a member for each code of `why`: its sentence and its advice, of the daemon's own table.
func whyTable() -> String {
  let members = Why.allCases.map { why in
    "\"\(why.code)\":{\"sentence\":\"\(jsonEscaped(why.sentence))\","
      + "\"advice\":\"\(jsonEscaped(why.advice))\"}"
  }
  return "{" + members.joined(separator: ",") + "}\n"
}
