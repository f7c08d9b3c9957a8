internal import JSON
internal import Quantities

extension DevicesMessage {
  init(_ members: Members) throws(MessageError) {
    self.init(
      sequence: try members.sequence(), time: try members.time(),
      buses: try members.list("buses") { bus throws(MessageError) in
        Bus(
          name: try bus.required("buses[].bus", bus.string("bus")), error: try bus.string("error"))
      },
      devices: try members.list("devices") { device throws(MessageError) in try Device(device) })
  }
}

extension DevicesMessage.Device {
  fileprivate init(_ members: Members) throws(MessageError) {
    self.init(
      bus: try members.string("bus"), address: try members.address(),
      chip: try members.string("chip"), driver: try members.string("driver"),
      evidence: try members.strings("evidence") ?? [], note: try members.string("note") ?? "",
      // A status that only a newer server knows is ignored.
      status: try members.string("status").flatMap(Status.init),
      fault: try members.string("fault"))
    measures = try members.kinds("measures")
    primaryFor = try members.kinds("primary_for")
    askedRateHz = try members.number("rate_asked_hz")
    rateHz = try members.number("rate_hz")
    errors = try members.count("errors")
    resets = try members.count("resets")
  }
}

extension Members {
  fileprivate func kinds(_ key: String) throws(MessageError) -> [StateMessage.Sensor.Kind] {
    try strings(key)?.compactMap(StateMessage.Sensor.Kind.init) ?? []
  }
}
