import type { Timeline as View } from '#contract/booking/agenda/timeline.ts'
import { ColourLegend } from '#web/parts/booking/calendar/colour-legend.tsx'
import { useCalendarLook } from '#web/parts/booking/calendar/use-calendar-look.ts'
import type { Shown } from '#web/parts/booking/timeline/board-dialog.tsx'
import type { Zoom } from '#web/parts/booking/timeline/board-header.tsx'
import { type Pointed, type Sent, thingsOf } from '#web/parts/booking/timeline/timeline-claim.ts'
import { Timeline } from '#web/parts/booking/timeline/timeline.tsx'
import { Legend } from '#web/parts/booking/timeline/timeline-frame.tsx'
import { UnitHours } from '#web/parts/booking/timeline/unit-hours.tsx'

/** The hours of the units: for a week on a wide screen a row each, else a column each. */
export const BoardHours = ({
  timeline,
  zoom,
  wide,
  dates,
  date,
  today,
  dead,
  show,
  onSend,
}: {
  timeline: View
  zoom: Exclude<Zoom, 'month'>
  wide: boolean
  dates: readonly string[]
  date: string
  today: string
  /** Whether that hour of that weekday rarely sells. */
  dead: (spaceId: number, date: string, hour: number) => boolean
  show: (shown: Shown) => void
  /** Moves it at once. */
  onSend: (sent: Sent) => void
}) => {
  const { look } = useCalendarLook('host')
  const shared = {
    timeline,
    dates,
    today,
    look,
    onOpen: (pointed: Pointed) => show({ what: 'claim', pointed }),
    onSend: (sent: Sent) => {
      const { claim, space, to, minutes } = sent
      // At another time the other party must accept first.
      if (claim.booking !== undefined && minutes !== 0)
        show({ what: 'rent-change', space, selection: { id: claim.booking.id, unitId: to.id, minutes } })
      else onSend(sent)
    },
    onEmpty: ({ space, unit, date: day, minute }: Parameters<Parameters<typeof Timeline>[0]['onEmpty']>[0]) =>
      show({ what: 'block', spaceId: space.id, start: { unitId: unit.id, date: day, minute } }),
  }
  const claims = timeline.spaces.flatMap(({ units }) => units.flatMap((unit) => unit.claims))
  return (
    <div className="flex flex-col gap-3">
      {wide && zoom === 'week' ? (
        <Timeline {...shared} date={date} dead={dead} />
      ) : (
        <UnitHours key={zoom} {...shared} zoom={zoom} wide={wide} />
      )}
      <ColourLegend look={look} things={claims.flatMap(thingsOf)} />
      <Legend timeline={timeline} isRows={wide && zoom === 'week'} />
    </div>
  )
}
