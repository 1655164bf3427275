import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { Hourglass, PauseCircle } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import { useMinute } from '#web/ui/minute.ts'

/** "2 días", "5 h", "12 min" */
export const leftText = (until: string, now: number): string => {
  const minutes = Math.max(0, Math.round((Date.parse(until) - now) / minuteMs))
  if (minutes >= 2880) return `${Math.floor(minutes / 1440)} días`
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h`
  return `${minutes} min`
}

const sentence = (left: string, { paused, mine }: { paused: boolean; mine: boolean }) => {
  const verb = isOne.test(left) ? 'queda' : 'quedan'
  return paused
    ? `En pausa, ${verb} ${left}`
    : mine
      ? `Te ${verb} ${left}`
      : `${verb === 'queda' ? 'Queda' : 'Quedan'} ${left}`
}
const isOne = /^1 \S+$/

/** How long the user has left; empty until the browser's clock is known. */
export const Clock = ({ until, paused, mine }: { until: string | null; paused: boolean; mine: boolean }) => {
  const now = useMinute()
  if (until === null) return null
  const isSoon = now > 0 && Date.parse(until) - now < dayMs
  return (
    <span
      className={classNames(
        'figures inline-flex items-baseline gap-1.5 text-sm font-semibold [&_svg]:size-4 [&_svg]:self-center',
        mine && isSoon && !paused ? 'text-chile' : 'text-muted',
      )}
    >
      {paused ? <PauseCircle aria-hidden /> : <Hourglass aria-hidden />}
      {now === 0
        ? ' '
        : Date.parse(until) <= now
          ? 'Plazo terminado'
          : sentence(leftText(until, now), { paused, mine })}
    </span>
  )
}
