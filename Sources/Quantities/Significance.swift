/// Standard deviations beyond which a difference is not taken for noise: 0.3 % of normal noise is beyond.
/// Source: three standard deviations, the usual rule.
// Computed and public, because the compiler inlines only public code in other modules, which use it for each sample.
@inlinable public var significantDeviations: Double { 3 }
