import { zoneBeside } from '#web/parts/time/other-clock.ts'
import { useHydrating } from '#web/ui/page/still.tsx'

/** The timezone of an hour, where it differs from the viewer's own (product.md §5); known in the browser only. */
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
  const beside = hydrating ? null : zoneBeside(instant, zone, ownZone())
  return beside === null ? null : <span className={className}>{beside}</span>
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
