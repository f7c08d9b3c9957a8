/// Standard gravity, m/s² (CGPM 1901); the Earth's own varies by ±0.3 %.
package let standardGravity = 9.80665
