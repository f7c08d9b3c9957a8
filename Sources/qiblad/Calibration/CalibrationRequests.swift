import Synchronization
import Wire

/// Requests to the calibration, on their way from any thread to the pipeline's.
///
/// Each is answered once, by the pipeline's thread with its next input, some milliseconds later.
final class CalibrationRequests: Sendable {
  typealias Answer = @Sendable (Result<ControlReply, RequestError>) -> Void

  enum Kind: Equatable, Sendable {
    case calibrate(ControlRequest.Calibrate)
    case profiles(ControlRequest.Profiles)
  }

  struct Request: Sendable {
    var kind: Kind
    var answer: Answer
  }

  private let waiting = Mutex<[Request]>([])

  /// Requests that wait at once, at the most. Source: a size; a client has one.
  private static let most = 64

  /// The verb `calibrate`; does not wait.
  func perform(_ request: ControlRequest.Calibrate, answer: @escaping Answer) {
    put(Request(kind: .calibrate(request), answer: answer))
  }

  /// The verb `calibration`; does not wait.
  func perform(_ request: ControlRequest.Profiles, answer: @escaping Answer) {
    put(Request(kind: .profiles(request), answer: answer))
  }

  /// Takes what has come since the last call; from the pipeline's thread.
  func take() -> [Request] {
    waiting.withLock { waiting in
      if waiting.isEmpty { return [] }
      defer { waiting = [] }
      return waiting
    }
  }

  private func put(_ request: Request) {
    let isTaken = waiting.withLock { waiting in
      guard waiting.count < Self.most else { return false }
      waiting.append(request)
      return true
    }
    guard !isTaken else { return }
    request.answer(
      .failure(
        RequestError(
          code: .busy, message: "too many requests wait for the calibration",
          hint: "wait for an answer before you send the next one")))
  }
}
