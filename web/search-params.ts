/** Parses the parameters of an address: unknown values count as absent. Shared, since every page carries it. */
export const oneOf = <const T extends readonly (string | number)[]>(
  allowed: T,
  value: unknown,
): T[number] | undefined => allowed.find((one) => String(one) === String(value))

/** A whole number from 1 on, such as an id. */
export const wholeIn = (value: unknown, most = 1e15, least = 1): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined
}

export const textIn = (value: unknown, most?: number): string | undefined =>
  typeof value === 'string' ? value.slice(0, most) : undefined

/** "2026-11-20" */
export const dateRequested = (value: unknown): string | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(String(value)) ? String(value) : undefined
