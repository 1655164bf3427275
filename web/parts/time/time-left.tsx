import { useEffect, useState } from 'react'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { serverNow } from '#web/server-clock.ts'
import { Countdown } from '#web/ui/countdown.tsx'
import { useServerTime } from '#web/ui/use-server-time.ts'

/** Time left until an instant: "Quedan 3 h 12 min", and by the second in the last hour. */
export const TimeLeft = ({ until, onEnd }: { until: string; onEnd?: () => void }) => {
  const [minutes, setMinutes] = useState<number | null>(null)
  const isKnown = useServerTime()
  useEffect(() => {
    if (!isKnown) return
    const tick = () => setMinutes(Math.ceil((Date.parse(until) - serverNow()) / 60_000))
    tick()
    const timer = setInterval(tick, 15_000)
    return () => clearInterval(timer)
  }, [until, isKnown])
  // Nothing until the time is known: the server's page may be old.
  if (minutes === null) return <span>Quedan –:––</span>
  if (minutes > 60) return <span className="figures">Quedan {durationText(minutes)}</span>
  return (
    <>
      Quedan <Countdown until={until} {...(onEnd === undefined ? {} : { onEnd })} />
    </>
  )
}
