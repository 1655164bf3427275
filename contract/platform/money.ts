/** Money is whole centavos, a rate is basis points (10,000 = 100 %). No floats (money.md I14). */

/**
 * `numerator / denominator`, rounded half away from zero. Whole numbers only: remainder and difference are exact below
 * 2^53, and larger numbers throw (that is 90 million million pesos).
 */
export const roundedDivide = (numerator: number, denominator: number): number => {
  const doubled = 2 * Math.abs(numerator) + denominator
  if (
    !Number.isSafeInteger(numerator) ||
    !Number.isSafeInteger(denominator) ||
    !Number.isSafeInteger(doubled)
  )
    throw new RangeError(`not exact: ${numerator} / ${denominator}`)
  if (denominator <= 0) throw new RangeError(`a denominator is positive: ${denominator}`)
  const magnitude = (doubled - (doubled % (2 * denominator))) / (2 * denominator)
  return numerator < 0 && magnitude !== 0 ? -magnitude : magnitude
}

/** A share of an amount, in centavos. */
export const shareOf = (amountCents: number, basisPoints: number): number =>
  roundedDivide(amountCents * basisPoints, 10_000)

/** Rent for a duration (money.md §2). */
export const rentFor = (perHourCents: number, minutes: number): number =>
  roundedDivide(perHourCents * minutes, 60)

/** Splits an amount that includes IVA; the two parts always add up to it. */
export const withoutIva = (grossCents: number, ivaBp: number): { netCents: number; ivaCents: number } => {
  const netCents = roundedDivide(grossCents * 10_000, 10_000 + ivaBp)
  return { netCents, ivaCents: grossCents - netCents }
}

/** `$1,234.50`; whole pesos without decimals: `$650`. */
export const formatCents = (cents: number): string => {
  // A form holds NaN for input that could not be parsed yet.
  if (Number.isNaN(cents)) return '—'
  const sign = cents < 0 ? '−' : ''
  const whole = Math.trunc(Math.abs(cents) / 100)
  const rest = Math.abs(cents) % 100
  const grouped = String(whole).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return rest === 0 ? `${sign}$${grouped}` : `${sign}$${grouped}.${String(rest).padStart(2, '0')}`
}

/** A rate as text: 1000 → `10 %`, 250 → `2.5 %`. */
export const formatRate = (basisPoints: number): string => {
  if (Number.isNaN(basisPoints)) return '—'
  const rest = basisPoints % 100
  const whole = (basisPoints - rest) / 100
  const decimals = String(rest).padStart(2, '0').replace(/0+$/, '')
  return decimals === '' ? `${whole} %` : `${whole}.${decimals} %`
}
