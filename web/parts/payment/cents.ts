/** Centavos of a decimal string such as "650.00" (spec §3's prices). */
export const centsOf = (numericText: string) => Math.round(Number(numericText) * 100)
