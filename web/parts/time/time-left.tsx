import { useMinutesLeft } from '#web/parts/time/use-minutes-left.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { Countdown } from '#web/ui/countdown.tsx'

/** Time left until an instant: "Quedan 3 h 12 min", and by the second in the last hour. */
export const TimeLeft = ({ until, onEnd }: { until: string; onEnd?: () => void }) => {
  const minutes = useMinutesLeft(until)
  if (minutes === null) return <span>Quedan –:––</span>
  if (minutes > 60) return <span className="figures">Quedan {durationText(minutes)}</span>
  return (
    <>
      Quedan <Countdown until={until} {...(onEnd === undefined ? {} : { onEnd })} />
    </>
  )
}
