/** Money is whole centavos, a rate is basis points (10,000 = 100 %). No floats (money.md I14). */

/** `numerator / denominator`, rounded half away from zero. Exact for amounts far beyond any booking. */
export const roundedDivide = (numerator: number, denominator: number): number => {
  const n = BigInt(numerator)
  const d = BigInt(denominator)
  const twice = 2n * (n < 0n ? -n : n) + d
  const magnitude = twice / (2n * d)
  return Number(n < 0n ? -magnitude : magnitude)
}

/** A share of an amount, in centavos. */
export const shareOf = (amountCents: number, basisPoints: number): number =>
  roundedDivide(amountCents * basisPoints, 10_000)

/** Rent of a stretch of time (money.md §2). */
export const rentFor = (perHourCents: number, minutes: number): number =>
  roundedDivide(perHourCents * minutes, 60)

/** `$1,234.50`; whole pesos without decimals: `$650`. */
export const formatCents = (cents: number): string => {
  const sign = cents < 0 ? '−' : ''
  const whole = Math.trunc(Math.abs(cents) / 100)
  const rest = Math.abs(cents) % 100
  const grouped = String(whole).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return rest === 0 ? `${sign}$${grouped}` : `${sign}$${grouped}.${String(rest).padStart(2, '0')}`
}

/** Centavos as the decimal text of the specification's cards: 65000 → "650.00". */
export const centsToNumericText = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
