import JSON
import Quantities
import Wire

/// Each line is carried out or refused, on either socket; what the daemon answers is one line within its limit.
func parseRequests(_ bytes: [UInt8]) {
  for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    for mayControl in [false, true] {
      do throws(RequestError) {
        let request = try TaggedRequest(parsing: line, mayControl: mayControl)
        checkLine(Reply(id: request.id, outcome: .pong(nil)).line, id: request.id)
      } catch {
        checkLine(error.line, id: error.id)
      }
    }
  }
}

/// The daemon's line can be read by a client, which finds the `id` that it sent.
private func checkLine(_ line: [UInt8], id: RequestID?) {
  precondition(line.last == UInt8(ascii: "\n") && !line.dropLast().contains(UInt8(ascii: "\n")))
  precondition(line.count <= 4 * Limits.requestBytes + 1024, "a line of \(line.count) bytes")
  let message: Message
  do throws(MessageError) { message = try Message(parsing: line.dropLast()) } catch {
    preconditionFailure("the daemon's own line is refused: \(error)")
  }
  switch message {
  case .reply(let reply): precondition(reply.id == id)
  case .error(let error): precondition(error.id == id)
  default: preconditionFailure("a line of another type")
  }
}

/// Each line is a message or is refused with a text.
func parseMessages(_ bytes: [UInt8]) {
  for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    do throws(MessageError) { _ = try Message(parsing: line) } catch { checkText(of: error) }
  }
}
