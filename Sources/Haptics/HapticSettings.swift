package import I2C

/// The settings of the haptic motor and its patterns.
package struct HapticSettings: Equatable, Sendable {
  /// How the motor is connected.
  package enum Output: String, CaseIterable, Sendable {
    /// A motor with a kernel driver; if there is none, a DRV2605L on any bus.
    case automatic = "auto"
    case none
    case drv2605l
    case gpio
    case forceFeedback = "force_feedback"
  }

  package var output = Output.automatic
  /// The type of a DRV2605L's motor.
  package var motor = DRV2605L.Motor.eccentric
  /// The properties of a DRV2605L's motor.
  package var tuning = MotorTuning()
  /// The bus of a DRV2605L; `nil` to search all buses.
  package var bus: I2CBusName?
  /// The label of a GPIO line.
  package var line: String?
  /// Whether the motor runs while that line is low.
  package var isActiveLow = false
  /// The name of an input device; `nil` for the first whose name is that of a motor.
  package var device: String?
  /// Whether no pattern is played.
  package var isMuted = false
  /// How long magnetometer samples stay ignored after the motor has stopped (blanking), ms; `nil`
  /// to measure that time.
  package var settleMilliseconds: Double?
  /// The pattern of each event; an absent event has none.
  package var patterns = Dictionary(
    uniqueKeysWithValues: HapticEvent.allCases.map { ($0, $0.defaultPattern) })

  package init() {}

  /// The settings by which the motor is found and driven; the others hold from the next pattern on.
  package var wiring: HapticSettings {
    var wiring = self
    (wiring.isMuted, wiring.settleMilliseconds, wiring.patterns) = (false, nil, [:])
    return wiring
  }

  /// The pattern for an event; `.none` if muted.
  package func pattern(for event: HapticEvent) -> HapticPattern {
    isMuted ? .none : patterns[event] ?? .none
  }

  /// Opens the motor.
  ///
  /// - Returns: `nil` if `output` is `.none`.
  /// - Throws: `.nothingFound` if there is no motor, which is normal; another error if a motor is
  ///   faulty.
  package func open() throws(HapticError) -> (any HapticOutput)? {
    switch output {
    case .none: return nil
    case .gpio:
      guard let line else { throw .nothingFound(looked: "a GPIO line without a label") }
      return try GPIOMotor(label: line, isActiveLow: isActiveLow)
    case .forceFeedback: return try RumbleMotor(deviceName: device)
    case .drv2605l: return try openChip()
    case .automatic:
      do throws(HapticError) {
        return try RumbleMotor(deviceName: device)
      } catch {
        do throws(HapticError) { return try openChip() } catch .nothingFound {
          throw .nothingFound(looked: "a motor among the inputs, a DRV2605L on the I2C buses")
        }
      }
    }
  }

  /// The first DRV2605L that answers.
  package func openChip() throws(HapticError) -> DRV2605L {
    let all = I2CAdapter.all()
    let adapters = try adapters(among: all)
    var refusal: HapticError?
    for adapter in adapters {
      do throws(HapticError) {
        return try DRV2605L(
          on: try Self.open(adapter), called: "\(adapter.path) (\(adapter.name))", motor: motor,
          tuning: tuning)
      } catch .bus(.noAcknowledge) {
        continue
      } catch { refusal = error }
    }
    let place = bus.map { "bus \($0)" } ?? "\(adapters.count) I2C buses"
    throw refusal ?? .nothingFound(looked: "a DRV2605L on \(place)")
  }

  /// The buses on which the chip may be.
  private func adapters(among all: [I2CAdapter]) throws(HapticError) -> [I2CAdapter] {
    guard let bus else { return all.filter { $0.purpose == .users } }
    do throws(I2CError) { return [try bus.adapter(among: all)] } catch {
      if case .noSuchBus = error { return [] }
      throw .bus(error)
    }
  }

  private static func open(_ adapter: I2CAdapter) throws(HapticError) -> LinuxI2CBus {
    do { return try LinuxI2CBus(path: adapter.path) } catch { throw .bus(error) }
  }
}
