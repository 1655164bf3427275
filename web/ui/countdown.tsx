import { minuteMs } from '#contract/platform/duration.ts'
import { useEffect, useState } from 'react'
import { serverNow } from '#web/server-clock.ts'
import { leftText } from '#web/ui/left-text.ts'
import { useServerTime } from '#web/ui/use-server-time.ts'

/**
 * Time left until an instant by the server's clock, as `9:05`, or `23 h 59 min` above an hour. Announced politely, only at three minutes,
 * at one minute and at the end.
 */
export const Countdown = ({
  until,
  onEnd,
  className,
}: {
  until: string
  onEnd?: () => void
  className?: string
}) => {
  const [leftMs, setLeft] = useState<number | null>(null)
  const isKnown = useServerTime()
  useEffect(() => {
    if (!isKnown) return
    const tick = () => setLeft(Math.max(0, Date.parse(until) - serverNow()))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until, isKnown])
  const ended = leftMs === 0
  useEffect(() => {
    if (ended) onEnd?.()
  }, [ended, onEnd])
  // Empty until the time is known: the server's page may come from a cache.
  if (leftMs === null) return <span className={className}>–:––</span>
  return (
    <>
      <span role="timer" aria-live="off" className={className}>
        <span className="figures">{leftText(leftMs)}</span>
      </span>
      <span aria-live="polite" className="sr-only">
        {said(leftMs)}
      </span>
    </>
  )
}

const said = (leftMs: number) => {
  if (leftMs === 0) return 'El tiempo terminó.'
  if (leftMs <= minuteMs) return 'Queda un minuto.'
  if (leftMs <= 180_000) return 'Quedan tres minutos.'
  return ''
}
