import CLibFuzzer
import FuzzTargets
import Glibc

/// The target that `$FUZZ_TARGET` names.
private let target: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    print("FUZZ_TARGET=\"\(name)\" is none of: \(names); scripts/fuzz sets it")
    exit(64)
  }
  return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// The program's entry point, by the name under which the package manager links it as `main`.
@_cdecl("fuzzer_main")
public func runFuzzer(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var (count, arguments) = (count, arguments)
  return LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
}
