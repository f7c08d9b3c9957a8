package import JSON

extension CalibrationMessage: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginMessage("calibration", sequence, time)
    writer.member("status", status.rawValue)
    writer.member("profile", profile)
    writer.member("samples", samples)
    writer.member("coverage", coverage)
    writer.member("coverage_percent", coveragePercent, decimals: 0)
    writer.member("next_pose", nextPose)
    writer.member("advice", advice)
    writer.member("rests_seen", restsSeen)
    writer.member("rests_wanted", restsWanted)
    writer.member("residual_percent", residualPercent, decimals: 2)
    writer.member("radius_ut", radiusMicrotesla, decimals: 2)
    writer.member("condition", condition, decimals: 1)
    writer.member("grade", grade)
    writer.member("heading_error68_deg", error68: error68Degrees)
    writer.strings("reasons", reasons)
    writer.endObject()
  }
}

extension CalibrationMessage {
  init(_ members: Members) throws(MessageError) {
    self.init(
      sequence: try members.sequence(), time: try members.time(),
      status: try members.required("status", members.word("status")),
      profile: try members.required("profile", members.string("profile")))
    samples = try members.integer("samples").map { Int($0) }
    coverage = try members.string("coverage")
    coveragePercent = try members.number("coverage_percent")
    (nextPose, advice) = (try members.string("next_pose"), try members.string("advice"))
    restsSeen = try members.integer("rests_seen").map { Int($0) }
    restsWanted = try members.integer("rests_wanted").map { Int($0) }
    residualPercent = try members.number("residual_percent")
    radiusMicrotesla = try members.number("radius_ut")
    condition = try members.number("condition")
    grade = try members.string("grade")
    error68Degrees = try members.number("heading_error68_deg")
    reasons = try members.strings("reasons") ?? []
  }
}
