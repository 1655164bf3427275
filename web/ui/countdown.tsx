import { useEffect, useState } from 'react'

/** Time left until an instant, as `9:05`. Said aloud only at three and at one minute (and at the end), politely. */
export const Countdown = ({
  until,
  onEnd,
  className,
}: {
  until: string
  onEnd?: () => void
  className?: string
}) => {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until])
  const ended = left === 0
  useEffect(() => {
    if (ended) onEnd?.()
  }, [ended, onEnd])
  // Nothing until the browser's own clock is known: the server's page may be old.
  if (left === null) return <span className={className}>–:––</span>
  return (
    <>
      <span role="timer" aria-live="off" className={className}>
        <span className="figures">{`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`}</span>
      </span>
      <span aria-live="polite" className="sr-only">
        {said(left)}
      </span>
    </>
  )
}

const said = (left: number) => {
  if (left === 0) return 'El tiempo terminó.'
  if (left <= 60) return 'Queda un minuto.'
  if (left <= 180) return 'Quedan tres minutos.'
  return ''
}
