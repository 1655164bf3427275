import { timeOf, zoneName } from '#web/parts/time/wall-clock.ts'
import { useHydrating } from '#web/ui/still.tsx'

/** Whose clock an hour is told by, where it is not the reader's own (product.md §5); known in the browser only. */
export const OtherClock = ({
  instant,
  zone,
  className,
}: {
  instant: string
  zone: string
  className?: string
}) => {
  const hydrating = useHydrating()
  if (hydrating || timeOf(instant, zone) === timeOf(instant, ownZone())) return null
  return <span className={className}>{zoneName(zone)}</span>
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
