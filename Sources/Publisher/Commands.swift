internal import Logging
internal import NIOCore
internal import Wire

/// A control request that is not answered yet.
struct PendingCommand {
  /// Counts control requests of all clients.
  var number: UInt64
  /// The `id` of the request.
  var id: RequestID?
  var verb: ControlRequest.Verb
}

extension FanOut {
  /// Hands a control request to the handler; the client waits for the answer.
  func perform(
    _ command: ControlRequest, _ id: RequestID?, for client: Client
  ) throws(RequestError) {
    guard let handler = controlHandler, let peer = client.peer else {
      throw RequestError(
        id: id, code: .notPermitted, message: "the system does not say who asks",
        hint: "connect to control.sock again")
    }
    if command.isChange {
      let action = command.action.map { " \($0)" } ?? ""
      logger.notice("control: \(command.verb.rawValue)\(action), by \(peer)")
    }
    commands += 1
    let (number, answers) = (commands, answers)
    client.pending = PendingCommand(number: number, id: id, verb: command.verb)
    handler.perform(command, by: peer) { [client = client.number] result in
      answers.put(ControlAnswer(client: client, request: number, result: result))
    }
  }

  /// Sends an answer, unless its client has gone or got an answer before.
  func take(_ answer: ControlAnswer) {
    guard let client = clients.first(where: { $0.number == answer.client }),
      let pending = client.pending, pending.number == answer.request
    else { return }
    client.pending = nil
    withoutDelivering { send(answer.result, to: client, pending) }
    client.whenAnswered?()
  }

  private func send(
    _ result: Result<ControlReply, RequestError>, to client: Client, _ pending: PendingCommand
  ) {
    switch result {
    case .success(let reply):
      client.answer(Reply(id: pending.id, outcome: .control(pending.verb, reply)))
    case .failure(var error):
      error.id = pending.id
      client.send(error)
    }
  }

  /// Tells a client that waits for an answer that none will come.
  func abandonCommand(of client: Client) {
    guard let pending = client.pending else { return }
    client.pending = nil
    var error = RequestError.shuttingDown
    error.id = pending.id
    client.send(error)
  }
}

extension RequestError {
  static func answerTooLong(_ id: RequestID?) -> RequestError {
    RequestError(
      id: id, code: .notAvailable,
      message: "the answer is over \(Limits.lineBytes) bytes long",
      hint: "ask for less at a time, and with a shorter \"id\"")
  }
}
