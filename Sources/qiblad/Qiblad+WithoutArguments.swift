import ProgramOptions

extension Qiblad {
  /// What an empty command line says, as the service manager starts the daemon.
  ///
  /// Parsing it would be 16 of the 25 million instructions until the daemon is ready: the parser looks at each option by reflection, also
  /// for requests that an empty line cannot have, and each conformance that it asks for is searched among all of the program's.
  static var withoutArguments: Qiblad {
    var (file, socket, noise) = (ConfigurationOption(), SocketOption(), SeedOption())
    file.config = nil
    socket.socketDir = nil
    noise.seed = nil
    var place = PlaceOptions()
    place.position = nil
    place.declination = nil
    place.date = nil
    var daemon = Qiblad()
    (daemon.file, daemon.socket, daemon.noise, daemon.place) = (file, socket, noise, place)
    daemon.checkConfig = false
    daemon.replay = nil
    daemon.speed = nil
    daemon.loop = false
    daemon.waitForClient = false
    daemon.simulate = false
    daemon.scene = nil
    daemon.record = nil
    daemon.stateDir = nil
    return daemon
  }
}
