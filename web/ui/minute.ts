import { minuteMs } from '#contract/platform/duration.ts'
import { useSyncExternalStore } from 'react'

const listen = (changed: () => void) => {
  const timer = setInterval(changed, 30_000)
  return () => clearInterval(timer)
}
const current = () => Math.floor(Date.now() / minuteMs) * minuteMs

/** The minute by the browser's own clock, in milliseconds, as it goes on; 0 until that clock is known. */
export const useMinute = (): number => useSyncExternalStore(listen, current, () => 0)
