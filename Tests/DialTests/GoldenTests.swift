import Testing
import Wire

@testable import Dial

/// Whole pictures, each with what makes it right.
struct GoldenTests {
  private func picture(_ frame: DialFrame, _ columns: Int, _ rows: Int, _ style: Style) -> String {
    frame.render(columns: columns, rows: rows, style: style, at: 0).joined(separator: "\n")
  }

  // The device points east: E is at the top under the mark, N at the left, S at the right, and the
  // full half of the needle leads to N. The Qibla is 90° to the right: the arrow's head and the mark
  // at its end stand at the right, and 90 + 90 = 180 is the bearing.
  @Test func headingEastWithTheQiblaAtTheRight() throws {
    let frame = try Samples.frame(Samples.reading(heading: 90, pointer: 90))
    #expect(
      picture(frame, 80, 24, Samples.ascii) == #"""
         qiblad
                           '###'
                        __---#---__                       _   _     _  o  E
                    _//"     |     "\\_                  |_| | |   | |    true
                 ./" \       E       |'"\.                _| |_| . |_|
               ./'    60           120   '\.
              /'                           '\        turn right 90 deg
             /"-                           -"\       Qibla 180.0 deg true S
            /    30                     150   \      4,321 km to the Kaaba
           .|                                 |.
           |               __/-      =_        |     * accurate  +-2.4 deg
           |---N    ===#######=======###=- S -[K]
           |               ""\-      ""        |
           '|                                 |'
            \   330                     210   /
             \_-                           \\/
              \.                           ./
               '\.   300           240   ./'         turn    4.1 deg/s left
                 '\_.|       W       |._/'           pitch   3.2 deg nose up
                    "\\_     |     _//"              roll    1.0 deg left side down
                        ""-------""                  rate    2.0 Hz - mag+gyro


                                                             1-6 pages  ? help  q quits
        """#)
  }

  // The device points north: N is at the top and the needle upright. The Qibla is 90° to the left:
  // 0 − 90 = 270. The arc at the left rim spans ±20°: at a radius of 24 + 2.5 dots 9 dots, or two
  // rows and a bit, to each side of the Kaaba.
  @Test func headingNorthWithTheQiblaAtTheLeftAndALargeError() throws {
    let reading = Samples.reading(heading: 0, pointer: -90, error: 20, status: .uncertain)
    let frame = try Samples.frame(reading, simulated: true)
    #expect(
      picture(frame, 64, 17, Samples.plain) == """
         qiblad                                             [SIMULATED]
                                             █▀█   █▀█ █▀█  N
                   ⠈⢻⣿⡟⠁                     █ █   █ █ ▀▀▀  true
                 ⢀⣀⠤⠤N⠤⠤⣀⡀                   ▀▀▀ ▀ ▀▀▀
              ⢀⠤⠚⠁       ⠈⠓⠤⡀
             ⡰⠁      ⣀      ⠈⢆       turn left 90°
          ⢠ ⡜⠁       ⣿       ⠈⢣      Qibla 270.0° true W
          ⠚⠐⠁       ⢀⣿⡀       ⠈⡆     4,321 km to the Kaaba
          ⢸⠉⢹⠰⢾⠶⠶⠶⠶⠶⠶⠞⡇       ⠠E
          ⢬⠩⡉       ⢸ ⡇       ⢀⠇     ● uncertain  ±20°
          ⠘ ⢣⡀      ⠈⣶⠁      ⢀⡜
             ⠱⡀      ⣿      ⢀⠎
              ⠈⠒⢤⡀   ⠙   ⢀⡤⠒⠁        turn    4.1°/s left
                 ⠈⠉⠒⠒S⠒⠒⠉⠁           pitch   3.2° nose up
                                     roll    1.0° left side down
                                     rate    2.0 Hz · mag+gyro
                                             1-6 pages  ? help  q quits
        """)
  }

  // 63.4 lies nearer to ENE (67.5) than to NE (45), and 63.4 + 55.6 = 119.0 nearer to ESE (112.5)
  // than to SE (135); 55.6 is said in whole degrees.
  @Test func aTerminalTooSmallForTheDialShowsText() throws {
    let frame = try Samples.frame(Samples.reading(heading: 63.4, pointer: 55.6), replay: true)
    #expect(
      picture(frame, 30, 6, Samples.plain) == """
         qiblad              [REPLAY]
        63.4° true ENE
        turn right 56°
        Qibla 119.0° true ESE
        4,321 km to the Kaaba
        ● accurate  ±2.4°
        """)
  }
}
