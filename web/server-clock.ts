/**
 * What time it is by the server, whatever this device's clock says: many are minutes off, and a held time ends by the server's.
 * Learned from the `Date` of each answer of the API.
 */

/** Answers say whole seconds and are under way for a moment: so much earlier is no news, unlike a device whose clock was set. */
const toleranceMs = 2_000

let aheadMs: number | undefined

/** `date`: the header of an answer that came just now. */
export const learnTime = (date: string | null): void => {
  const ahead = Date.parse(date ?? '') + 500 - Date.now()
  // An answer can only show too early a time, never too late a one: of two the later is nearer to the truth.
  if (aheadMs === undefined ? !Number.isNaN(ahead) : ahead > aheadMs || aheadMs - ahead > toleranceMs)
    aheadMs = ahead
}

export const serverNow = (): number => Date.now() + (aheadMs ?? 0)
export const knowsTime = (): boolean => aheadMs !== undefined
