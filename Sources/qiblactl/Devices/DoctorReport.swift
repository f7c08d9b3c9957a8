import Doctor
import JSON
import Wire

/// The output of `qiblactl doctor`.
struct DoctorReport: EncodableMessage {
  let diagnosis: Diagnosis

  /// The report for people.
  var text: String { diagnosis.findings.map { "\($0)\n" }.joined() }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("doctor")
    writer.key("healthy")
    writer.bool(diagnosis.isHealthy)
    writer.key("findings")
    writer.beginArray()
    for finding in diagnosis.findings {
      writer.beginObject()
      writer.key("check")
      writer.string(finding.check.rawValue)
      writer.key("grade")
      writer.string(finding.grade.rawValue)
      writer.key("text")
      writer.string(finding.text)
      if let remedy = finding.remedy {
        writer.key("remedy")
        writer.string(remedy)
      }
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}
