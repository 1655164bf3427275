import type { Timeline } from '#contract/booking/agenda/timeline.ts'
import ColoursDialog from '#web/parts/booking/calendar/colours-dialog.tsx'
import { useCalendarLook } from '#web/parts/booking/calendar/use-calendar-look.ts'
import { thingsOf } from '#web/parts/booking/timeline/timeline-claim.ts'

/** The colours of a host's calendar: of the professionals and services on the shown days. */
export default function HostColours({ timeline, onClose }: { timeline: Timeline; onClose: () => void }) {
  const { look, choose } = useCalendarLook('host')
  const claims = timeline.spaces.flatMap(({ units }) => units.flatMap((unit) => unit.claims))
  return (
    <ColoursDialog
      look={look}
      things={claims.flatMap(thingsOf)}
      persons="profesional"
      onChoose={choose}
      onClose={onClose}
    />
  )
}
