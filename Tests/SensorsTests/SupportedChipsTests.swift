import I2C
import Quantities
import Sensors
import Testing

struct SupportedChipsTests {
  @Test func noTwoHaveTheSameNameOrDriver() {
    #expect(Set(Chip.supported.map(\.name)).count == Chip.supported.count)
    #expect(Set(Chip.supported.map(\.driver)).count == Chip.supported.count)
  }

  @Test(arguments: Chip.supported.indices) func isCompleteAsData(_ index: Int) {
    let chip = Chip.supported[index]
    #expect(!chip.addresses.isEmpty)
    // A hub is known by its packets.
    #expect(
      (chip.hub != nil) == chip.identity.isEmpty && chip.identity.isEmpty == chip.setUp.isEmpty)
    #expect(chip.addresses.allSatisfy { (0x08...0x77).contains($0) })
    #expect(chip.counts.lowerBound >= 0 && chip.counts.upperBound <= chip.block.count)
    #expect(chip.rateHz >= 60)
    // 0xFF is also what nobody reads
    #expect(chip.hub != nil || chip.identity.contains { !$0.values.contains(0xFF) })
    // set-up has to leave what is verified as it is verified
    for match in chip.verified {
      let last = chip.setUp.last {
        if case .write(_, to: match.register) = $0 { true } else { false }
      }
      if case .write(let bytes, _) = last { #expect(match.matches(bytes[0] & match.mask)) }
    }
  }

  @Test func onlyTheListedPackagesHaveTurnedDiesAndNoneIsMirrored() {
    let turned = Chip.supported.filter { $0.packageFromDie != .identity }
    #expect(turned.map(\.name) == ["LSM9DS1 MAG", "AK09916", "AK8975", "AK8963"])
    #expect(turned.allSatisfy { $0.packageFromDie.isRotation() && $0.kind == .magnetometer })
  }

  @Test func onlyTheListedChipsAreWokenAndNeverAtAnAddressOfAnEEPROM() {
    let woken = Chip.supported.filter { $0.wakeUp != nil }
    #expect(woken.map(\.name) == ["QMC5883L", "BMM150", "ICM-20948"])
    #expect(woken.flatMap(\.addresses).allSatisfy { !(0x50...0x57).contains($0) })
  }

  @Test(arguments: Chip.supported.indices) func noChipMatchesTheIdentityOfAnEarlierOne(_ index: Int)
  {
    // What a later chip reads must not be taken for an earlier one at the same address.
    let later = Chip.supported[index]
    let reads = Dictionary(
      later.identity.map { ($0.register, $0.values[0]) }, uniquingKeysWith: { first, _ in first })
    for earlier in Chip.supported[..<index]
    where earlier.companion == nil && earlier.hub == nil
      && !Set(earlier.addresses).isDisjoint(with: later.addresses)
    {
      let isTaken = earlier.identity.allSatisfy { $0.matches(reads[$0.register] ?? 0x00) }
      #expect(!isTaken, "\(later.name) is taken for \(earlier.name)")
    }
  }
}
