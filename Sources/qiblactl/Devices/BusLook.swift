import Doctor
import Glibc
import I2C
import Quantities
import Sensors
import Threads

/// Observes one bus: whether it can be opened, which chips answer, and what they measure.
struct BusLook {
  /// How long the chips are set up and sampled, µs.
  private static let duration: Int64 = 1_300_000
  /// Additional time for a chip that needs firmware, µs: the upload takes a second at 100 kHz.
  private static let upload: Int64 = 1_500_000

  private let name: I2CBusName
  private let chosen: [ChosenChip]
  private let clock = BootClock()
  private(set) var seen: BusObservation

  /// Identifies the chips.
  ///
  /// - Parameter mayWrite: false while another program samples the chips. Chips that must be woken
  ///   up
  ///   before they can be identified then remain unknown.
  init(
    _ name: I2CBusName, among adapters: [I2CAdapter], chosen: [ChosenChip], mayWrite: Bool
  ) {
    self.name = name
    self.chosen = chosen
    seen = BusObservation(name: name, adapter: nil)
    do throws(I2CError) {
      seen.adapter = try name.adapter(among: adapters)
      let bus = try LinuxI2CBus(name)
      var probe = Probe(
        mayWrite ? bus : ReadOnlyBus(bus), clock: clock, chosen: chosen,
        firmware: FirmwareFolder.read)
      probe.run()
      (seen.found, seen.evidence) = (probe.found, probe.evidence)
      for address in probe.evidence.map(\.address) {
        seen.kernelNames[address] = seen.adapter?.kernelDevice(at: address)
      }
    } catch {
      seen.error = error
      if case .permissionDenied(let path) = error { seen.node = NodeAccess(of: path) }
    }
  }

  /// Sets the chips up and samples them for about a second.
  mutating func sample() {
    guard !seen.found.isEmpty else { return }
    let record = Record(seen.found.map { SampledChip($0) })
    let sampler = BusSampler(
      chips: seen.found.map { PolledChip($0.chip, at: $0.address, firmware: FirmwareFolder.read) },
      clock: clock,
      open: { [name] () throws(I2CError) in try LinuxI2CBus(name) },
      onSample: { record.take($1, from: $0) }, onEvent: { record.take($1, from: $0) })
    let hasUpload = seen.found.contains { $0.chip.firmware != nil && $0.missing == nil }
    let duration = Self.duration + (hasUpload ? Self.upload : 0)
    let end = clock.now.advanced(byMicroseconds: duration)
    while clock.now < end { clock.sleep(until: min(sampler.step(), end)) }
    seen.sampled = record.chips
  }

  /// The samples and faults of a run.
  private final class Record {
    var chips: [SampledChip]

    init(_ chips: [SampledChip]) { self.chips = chips }

    func take(_ sample: Sample, from index: Int) { chips[index].take(sample) }

    func take(_ event: BusSampler.Event, from index: Int) {
      if case .failed(let fault) = event { chips[index].fault = fault }
    }
  }
}

extension NodeAccess {
  /// Reads the node's permissions; `nil` if the node does not exist.
  fileprivate init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let group = getgrgid(status.st_gid)
    let user = userName()
    var members: [String] = []
    var next = group?.pointee.gr_mem
    while let name = next?.pointee {
      members.append(String(cString: name))
      next = next?.advanced(by: 1)
    }
    self.init(
      path: path,
      group: groupName(status.st_gid),
      isOpenToGroup: status.st_mode & 0o060 == 0o060, user: user,
      isMember: members.contains(user))
  }
}
