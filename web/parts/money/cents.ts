/** Centavos of a decimal text such as "650.00" (spec §3's prices). */
export const centsOf = (numericText: string) => Math.round(Number(numericText) * 100)

/** Centavos of what somebody typed as pesos ("650", "1,250.50", "$ 99"); null when it is no such price. */
export const centsIn = (typed: string): number | null => {
  const plain = typed.replace(/[\s$]/g, '').replace(/,(?=\d{3}(\D|$))/g, '')
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(plain)) return null
  const cents = Math.round(Number(plain) * 100)
  return cents <= 100_000_00 ? cents : null
}
