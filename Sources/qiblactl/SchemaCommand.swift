import ArgumentParser
import Wire

/// `qiblactl schema`: prints the JSON Schema of the protocol.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of every message and request.",
    discussion: """
      JSON Schema 2020-12. The document describes a line of the daemon, #/$defs/request a request to stream.sock, and \
      #/$defs/control_request one to control.sock. `hello` has the SHA-256 of the same bytes as schema_sha256.

      Example: qiblactl schema | sha256sum
      """)

  func run() throws {
    try qiblactl.run {
      var output = StandardOutput()
      try output.write(Schema.text)
      try output.flush()
    }
  }
}
