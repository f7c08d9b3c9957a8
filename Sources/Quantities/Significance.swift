/// Standard deviations beyond which a difference is not taken for noise: 0.3 % of normal noise is beyond.
/// Source: three standard deviations, the usual rule.
package let significantDeviations = 3.0
