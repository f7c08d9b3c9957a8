import ArgumentParser
import DaemonConfiguration
import ProgramOptions

extension ClientOptions {
  /// Throws for a configuration that was named and cannot be read.
  func checkConfiguration() throws {
    guard let path = file.config else { return }
    do { _ = try Configuration.load(path: path) } catch {
      throw ValidationError("--config: \(error)")
    }
  }

  /// The directory of the daemon's sockets; `nil` for a search.
  var directory: String? { socket.directory(configuration: file.config) }
}

extension SocketOption {
  /// The directory of the daemon's sockets, by the daemon's own rule: the option, else `[stream] directory` of the
  /// configuration; `nil` for a search.
  var directory: String? { directory(configuration: nil) }

  /// - Parameter path: of the configuration; `nil` for the usual one.
  func directory(configuration path: String?) -> String? {
    if let socketDir { return socketDir }
    // A configuration with an error is the daemon's to report: without its directory the usual ones are searched.
    do { return try Configuration.load(path: path).stream.directory } catch { return nil }
  }
}
