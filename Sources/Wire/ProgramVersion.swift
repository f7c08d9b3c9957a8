/// The version of the programs and of the library.
public let programVersion = "0.1.0"
