/**
 * The server's time, whatever this device's clock says: many are minutes off, and a hold ends by the server's. Learned from the `Date`
 * header of each API response.
 */

/** Responses carry whole seconds and take a moment: a difference up to this is no change, unlike that of a device whose clock was set. */
const toleranceMs = 2_000

let aheadMs: number | undefined

/** `date`: the header of a response that has just arrived. */
export const learnTime = (date: string | null): void => {
  const ahead = Date.parse(date ?? '') + 500 - Date.now()
  // A response can only show a time that is too early, never too late: the later of two is closer to the truth.
  if (aheadMs === undefined ? !Number.isNaN(ahead) : ahead > aheadMs || aheadMs - ahead > toleranceMs)
    aheadMs = ahead
}

export const serverNow = (): number => Date.now() + (aheadMs ?? 0)
export const knowsTime = (): boolean => aheadMs !== undefined
