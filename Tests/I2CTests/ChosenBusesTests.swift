import I2C
import Testing

struct ChosenBusesTests {
  private let adapters = [
    I2CAdapter(number: 1, name: "bcm2835 (i2c@7e804000)"), I2CAdapter(number: 7, name: "usb"),
    I2CAdapter(number: 2, name: "i915 gmbus dpa"),
  ]

  @Test func withoutANameAllBusesForSensorsAndAllKernelDevicesAreChosen() {
    let all = ChosenBuses(named: nil, among: adapters)
    #expect(all.names.map(\.text) == ["1 (bcm2835 (i2c@7e804000))", "7 (usb)"])
    for bus in [1, 2, 7, 30, nil] { #expect(all.includeKernelDevice(onBus: bus)) }
  }

  @Test(arguments: ["7", "i2c-7", "/dev/i2c-7", "usb"])
  func aNamedBusIsTheOnlyOne(name: String) {
    let one = ChosenBuses(named: name, among: adapters)
    #expect(one.names.map(\.text) == [name])
    #expect(one.includeKernelDevice(onBus: 7))
    for bus in [1, 2, nil] { #expect(!one.includeKernelDevice(onBus: bus)) }
  }

  @Test func anAbsentBusChoosesNoDevice() {
    let none = ChosenBuses(named: "no such adapter", among: adapters)
    for bus in [1, 7, nil] { #expect(!none.includeKernelDevice(onBus: bus)) }
  }
}
