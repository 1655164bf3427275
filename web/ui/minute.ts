import { minuteMs } from '#contract/platform/duration.ts'
import { useSyncExternalStore } from 'react'

const listen = (changed: () => void) => {
  const timer = setInterval(changed, 30_000)
  return () => clearInterval(timer)
}
const current = () => Math.floor(Date.now() / minuteMs) * minuteMs

/** The current minute by the browser's clock, in milliseconds; 0 until that clock is known. */
export const useMinute = (): number => useSyncExternalStore(listen, current, () => 0)
