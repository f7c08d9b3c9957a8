internal import Quantities
internal import Wire

extension Metrics {
  func write(_ reading: Reading, into writer: inout MetricsWriter) {
    writer.metric(
      "qiblad_status", .gauge, "How reliable the heading is: 1 for the present status.")
    writer.oneHot(reading.status, label: "status")
    writer.metric("qiblad_reason", .gauge, "1 for each reason why the heading is not better.")
    for why in Why.allCases {
      writer.sample(reading.why.contains(why) ? 1 : 0, [("reason", why.code.description)])
    }
    writer.metric("qiblad_heading_degrees", .gauge, "Heading, clockwise from north, 0 to 360.")
    writer.sample(reading.headingMagnetic?.degrees, [("north", "magnetic")])
    writer.sample(reading.headingTrue?.degrees, [("north", "true")])
    writer.metric(
      "qiblad_heading_error_degrees", .gauge, "Heading error: 68 % of headings are within it.")
    writer.sample(reading.error68Degrees)
    writer.metric(
      "qiblad_turn_rate_degrees_per_second", .gauge, "Turn rate, clockwise seen from above.")
    writer.sample(reading.turnRateDegreesPerSecond)
    writer.metric("qiblad_pitch_degrees", .gauge, "Pitch, nose up positive.")
    writer.sample(reading.pitchDegrees)
    writer.metric("qiblad_roll_degrees", .gauge, "Roll, right side down positive.")
    writer.sample(reading.rollDegrees)
    writer.metric(
      "qiblad_sample_age_seconds", .gauge, "Age of the newest magnetometer sample at the reading.")
    writer.sample(reading.sampleAgeMicroseconds.map { Double($0) / 1e6 })
    writer.metric("qiblad_source", .gauge, "1 for the sensors that the heading is made of.")
    writer.oneHot(reading.source, label: "source")
    writer.metric(
      "qiblad_alignment", .gauge, "How the device stands to the Qibla: 1 for the state.")
    writer.oneHot(reading.alignment, label: "alignment")
  }

  func write(_ state: StateMessage, into writer: inout MetricsWriter) {
    writer.metric("qiblad_calibration_status", .gauge, "1 for the status of the calibration.")
    writer.oneHot(state.calibration.status, label: "status")
    writer.metric("qiblad_calibration_age_seconds", .gauge, "Age of the calibration in use.")
    writer.sample(state.calibration.ageSeconds)
    writer.metric("qiblad_interference_status", .gauge, "1 for the status of interference.")
    writer.oneHot(state.interference.status, label: "status")
    writer.metric("qiblad_position_status", .gauge, "1 for where the position comes from.")
    writer.oneHot(state.position.status, label: "status")
    writer.metric("qiblad_position_age_seconds", .gauge, "Age of the position.")
    writer.sample(state.position.ageSeconds)
    writer.metric(
      "qiblad_declination_valid", .gauge,
      "Whether the declination is known and its model valid for the date.")
    writer.sample(state.declination.valid ? 1 : 0)
    writer.metric("qiblad_sensor_rate_hertz", .gauge, "Samples a second of a sensor.")
    for sensor in state.sensors {
      writer.sample(
        sensor.rateHz, [("sensor", sensor.kind.rawValue), ("id", sensor.id.map { "\($0)" } ?? "")])
    }
  }

  func write(_ stats: StatsMessage, into writer: inout MetricsWriter) {
    writer.metric("qiblad_ticks_missed_total", .counter, "Ticks that came an interval too late.")
    writer.sample(Double(stats.ticks.missed))
    writer.metric(
      "qiblad_tick_jitter_p99_seconds", .gauge, "Jitter of the 60 Hz grid, 99th percentile.")
    writer.sample(stats.ticks.jitterP99.map { Double($0) / 1e6 })
    writer.metric("qiblad_samples_dropped_total", .counter, "Measurements that were dropped.")
    writer.sample(Double(stats.samplesDropped))
    writer.metric("qiblad_transfer_errors_total", .counter, "Failed transfers of a chip, by kind.")
    for device in stats.devices {
      for error in StatsMessage.TransferError.allCases {
        guard let count = device.errors[error] else { continue }
        writer.sample(
          Double(count),
          [
            ("chip", device.chip), ("bus", device.bus ?? ""),
            ("address", device.address.map { "\($0)" } ?? ""), ("error", error.rawValue),
          ])
      }
    }
  }
}
