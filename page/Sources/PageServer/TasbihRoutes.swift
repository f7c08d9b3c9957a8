private import Day
internal import Hummingbird

private struct Reached: Decodable {
  var session: String
  var count: Int
  /// What of it was kept, as far as the browser knows; absent: nothing.
  var from: Int?
}

private struct Counts: Encodable {
  var today, total, presses: Int
  var days: [String: Int]

  init(_ state: TasbihCounts.State, today date: String) {
    (today, total, days) = (state.days[date] ?? 0, state.total, state.days)
    presses = state.presses ?? 0
  }
}

func addTasbih(to router: Router<PageContext>, _ services: PageServices) {
  router.get("/api/tasbih") { _, _ in
    Response.json(jsonLine("tasbih", Counts(services.counts.now, today: services.today)))
  }
  router.post("/api/tasbih") { request, context -> Response in
    try await permitted(request, context, services) { body in
      guard let reached = fromJSON(body, as: Reached.self), !reached.session.isEmpty,
        reached.session.utf8.count <= 32, (1...TasbihCounts.largestCount).contains(reached.count),
        (0...TasbihCounts.largestCount).contains(reached.from ?? 0)
      else {
        return .refusal(
          .badRequest,
          "give session, up to 32 characters, count, 1 to 1000000, and from, the count that was kept"
        )
      }
      do {
        let date = services.today
        let state = try services.counts.count(
          session: reached.session, reached: reached.count, from: reached.from ?? 0, on: date)
        return .json(jsonLine("tasbih", Counts(state, today: date)))
      } catch { return .refusal(.serviceUnavailable, "\(error)") }
    }
  }
}

extension PageServices {
  /// The device's date, as `2026-11-25`.
  var today: String { "\(Zone.ofMachine.date(at: now()))" }

  /// What a press of the device's own button does: it stops the bell that rings, else it counts.
  package func buttonPressed() {
    guard !bell.isRinging else { return bell.stop() }
    let date = today
    do {
      let state = try counts.countPress(on: date)
      notices.post(
        "tasbih",
        #"{"type":"tasbih","presses":\#(state.presses ?? 0),"today":\#(state.days[date] ?? 0),"total":\#(state.total)}"#
      )
    } catch { logger.error("a press of the button is not counted: \(error)") }
  }
}
