import IIO
import Quantities
import Wire

/// Some of the kinds of sensors.
struct SensorKinds: OptionSet {
  let rawValue: UInt8

  /// Those that a sample is of.
  init(_ sample: Sample) {
    self.init(rawValue: 0)
    if sample.magneticField != nil { insert(.field) }
    if sample.acceleration != nil { insert(.force) }
    if sample.angularRate != nil { insert(.rate) }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  private static let field = SensorKinds(rawValue: 1)
  private static let force = SensorKinds(rawValue: 2)
  private static let rate = SensorKinds(rawValue: 4)

  /// In the words of the stream.
  var all: [StateMessage.Sensor.Kind] {
    StateMessage.Sensor.Kind.allCases.filter { kind in
      switch kind {
      case .mag: contains(.field)
      case .accel: contains(.force)
      case .gyro: contains(.rate)
      }
    }
  }
}

extension StateMessage.Sensor.Kind {
  /// The sensor of a quantity of the kernel's.
  init(_ quantity: IIOQuantity) {
    switch quantity {
    case .magneticField: self = .mag
    case .acceleration: self = .accel
    case .angularRate: self = .gyro
    }
  }
}
