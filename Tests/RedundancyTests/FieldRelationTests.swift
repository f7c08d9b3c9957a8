import Glibc
import Quantities
import Randomness
import Testing

@testable import Heading
@testable import Redundancy

/// The linear relation of two magnetometers, learnt.
@Suite struct FieldRelationTests {
  private let gain = Matrix3(
    Vector3(0.2, -0.9, 0.1), Vector3(0.95, 0.15, 0.3), Vector3(-0.25, 0.1, 1.1))
  private let offset = Vector3(31, -12, 57)

  /// What is learnt of `count` fields of 48 µT, 0.2 s apart; level ones turn about the vertical alone.
  private func relation(
    _ count: Int, isLevel: Bool = false, noise: Double = 0
  ) throws -> FieldRelation {
    var random = SeededGenerator(seed: 21)
    var relation: FieldRelation?
    for index in 0..<count {
      let other = field(&random, isLevel: isLevel)
      let own = gain * other + offset + random.vector(noise)
      let time = Timestamp(microseconds: Int64(index) * 200_000)
      if relation == nil { relation = FieldRelation(own: own, other: other, at: time) }
      relation?.learn(own: own, other: other, turnRate: 0, at: time)
    }
    return try #require(relation)
  }

  private func field(_ random: inout SeededGenerator, isLevel: Bool) -> Vector3 {
    let angle = random.double(0...6.28)
    let down = isLevel ? 40 : random.double(-48...48)
    let level = isLevel ? 26 : (48 * 48 - down * down).squareRoot()
    return Vector3(level * cos(angle), level * sin(angle), down)
  }

  @Test func itTranslatesFieldsThatItHasNotSeen() throws {
    let relation = try relation(200)
    var random = SeededGenerator(seed: 4)
    for _ in 0..<100 {
      let other = field(&random, isLevel: false) * random.double(0.7...1.2)
      // 2 % of noise for each of 200 pairs and twelve numbers, which here have none
      #expect((relation.expected(from: other) - (gain * other + offset)).length < 0.01)
      #expect(relation.leverage(of: other) < 0.2)
    }
  }

  // Divided by it every later field would be infinite.
  @Test func aFieldOfNextToNothingIsNone() {
    let (field, nothing) = (Vector3(20, 5, 43), Vector3(0, 0, 1e-154))
    let start = Timestamp(microseconds: 0)
    #expect(FieldRelation(own: field, other: nothing, at: start) == nil)
    #expect(FieldRelation(own: nothing, other: field, at: start) == nil)
  }

  @Test func whatWasNeverSeenIsSaidToBeUnsure() throws {
    let relation = try relation(200, isLevel: true)
    #expect(relation.leverage(of: Vector3(-20, 16.6, 40)) < 0.2)
    // On its side: 13 µT that the level turns say nothing of.
    let raised = Vector3(20, -13, 27)
    #expect(relation.sigma(of: raised, turnRate: 0) > 40)
    #expect(relation.volume == nil)
  }

  @Test func aMirrorAndALostAxisShow() throws {
    #expect(abs(try #require(try relation(300).volume) - 0.97) < 0.1)
    var random = SeededGenerator(seed: 2)
    for (matrix, volumes) in [
      (Matrix3(Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1)), -1.01...(-0.99)),
      (Matrix3(Vector3(1, 0, 0), Vector3(0, 0, 0), Vector3(0, 0, 1)), -0.02...0.02),
    ] {
      var mirrored: FieldRelation?
      for index in 0..<300 {
        let other = field(&random, isLevel: false)
        let time = Timestamp(microseconds: Int64(index) * 200_000)
        let own = matrix * other + offset
        if mirrored == nil { mirrored = FieldRelation(own: own, other: other, at: time) }
        mirrored?.learn(own: own, other: other, turnRate: 0, at: time)
      }
      #expect(volumes.contains(try #require(mirrored?.volume)))
    }
  }

  // Sixteen hours of turning, five times a second: a covariance that loses its symmetry or its sign by rounding
  // would show as a leverage below 0 or a translation that strays.
  @Test func hoursOfTurningLeaveItSound() throws {
    let relation = try relation(300_000, noise: 0.5)
    var random = SeededGenerator(seed: 6)
    for _ in 0..<100 {
      let other = field(&random, isLevel: false)
      #expect((0..<0.02).contains(relation.leverage(of: other)))
      #expect((relation.expected(from: other) - (gain * other + offset)).length < 0.2)
    }
  }

  @Test func whatIsKnownOfTheOffsetFades() throws {
    var relation = try relation(300)
    let other = Vector3(10, 30, -36)
    let before = relation.leverage(of: other)
    // 96 h at rest: 1 µT in 6 h is 4 in 96.
    relation.learn(
      own: gain * other + offset, other: other, turnRate: 0,
      at: Timestamp(microseconds: 345_660_000_000))
    #expect(relation.leverage(of: other) > 10 * before)  // one pair tells it anew
    #expect(relation.leverage(of: other) < 1)
  }

  @Test func whatIsNoFieldHasNoRelation() {
    #expect(FieldRelation(own: .zero, other: Vector3(1, 2, 3), at: .init(microseconds: 0)) == nil)
    #expect(FieldRelation(own: Vector3(1, 2, 3), other: .zero, at: .init(microseconds: 0)) == nil)
  }

  @Test func noiseIsToldFromTurning() throws {
    var random = SeededGenerator(seed: 12)
    for noise in [0.05, 0.4, 3] {
      var meter = FieldNoiseMeter()
      for index in 0..<2000 {
        let angle = Double(index) * 0.005  // 0.5 rad/s at 100 Hz
        let field = Vector3(20 * cos(angle), 20 * sin(angle), 40)
        let normal = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
        meter.update(field + normal * noise, interval: 0.01)
      }
      let deviation = try #require(meter.deviation)
      #expect(abs(deviation - noise) < 0.15 * noise)
    }
  }
}
