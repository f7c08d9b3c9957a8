import Testing

/// The arguments under a library that moves the environment, as libfaketime does: Swift's runtime then finds none.
@Suite(.timeLimit(.minutes(5))) struct MovedEnvironmentTests {
  private static let source = """
    #include <stdlib.h>
    #include <string.h>
    extern char **environ;
    __attribute__((constructor)) static void move(void) {
      size_t count = 0;
      while (environ[count]) count++;
      char **copy = calloc(count + 1, sizeof *copy);
      if (!copy) abort();
      memcpy(copy, environ, count * sizeof *copy);
      environ = copy;
    }
    """

  @Test(arguments: ["qiblad", "qiblactl", "qibla-bridge"])
  func aProgramStillHasItsArguments(program: String) async throws {
    let library = try await PreloadedLibrary(Self.source)
    let moved = ["LD_PRELOAD": library.path]
    let version = try await finished(program, ["--version"], environment: moved)
    #expect(version.status == 0 && version.errors.isEmpty, "\(version.errors)")
    #expect(version.output == (try await finished(program, ["--version"])).output)
    // An empty argument and one that is not ASCII.
    let wrong = try await finished(program, ["", "--größe"], environment: moved)
    #expect(wrong.status == 64 && wrong.errors.contains("--größe"), "\(wrong.errors)")
  }
}
