/**
 * What time it is by the server, whatever this device's clock says: many are minutes off, and a held time ends by the server's.
 * Learned from the `Date` of each answer of the API.
 */

/** Answers say whole seconds and are under way for a moment: less than this is no news. */
const toleranceMs = 2_000

let aheadMs: number | undefined

/** `date`: the header of an answer that came just now. */
export const learnTime = (date: string | null): void => {
  const ahead = Date.parse(date ?? '') + 500 - Date.now()
  if (Math.abs(ahead - (aheadMs ?? Infinity)) > toleranceMs) aheadMs = ahead
}

export const serverNow = (): number => Date.now() + (aheadMs ?? 0)
export const knowsTime = (): boolean => aheadMs !== undefined
