import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** Requests another code once the wait is over; the countdown is visual, its end is announced politely. */
export const Resend = ({
  seconds,
  busy,
  className,
  onResend,
}: {
  seconds: number
  busy: boolean
  className?: string
  onResend: () => void
}) => {
  const left = useSecondsLeft(seconds)
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        busy={busy}
        disabled={left > 0}
        onClick={onResend}
        className={classNames('figures self-start', className)}
      >
        {left > 0
          ? `Pedir otro código en ${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
          : 'Pedir otro código'}
      </Button>
      <span aria-live="polite" className="sr-only">
        {seconds > 0 && left === 0 ? 'Ya puedes pedir otro código.' : ''}
      </span>
    </>
  )
}

/** By the monotonic clock, as the server gives a duration, not an instant. */
const useSecondsLeft = (seconds: number): number => {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const end = performance.now() + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
