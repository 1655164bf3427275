import { minuteMs } from '#contract/platform/duration.ts'
import { useEffect, useState } from 'react'
import { serverNow } from '#web/server-clock.ts'
import { useServerTime } from '#web/ui/use-server-time.ts'

/** Minutes until an instant by the server's clock, updated; null until that clock is known: the server's page may be cached. */
export const useMinutesLeft = (until: string): number | null => {
  const [minutes, setMinutes] = useState<number | null>(null)
  const isKnown = useServerTime()
  useEffect(() => {
    if (!isKnown) return
    const tick = () => setMinutes(Math.ceil((Date.parse(until) - serverNow()) / minuteMs))
    tick()
    const timer = setInterval(tick, 15_000)
    return () => clearInterval(timer)
  }, [until, isKnown])
  return minutes
}
