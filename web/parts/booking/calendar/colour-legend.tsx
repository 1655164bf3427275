import type { CalendarLook } from '#contract/booking/agenda/calendar-look.ts'
import { eachOnce, type Toned, toneLook, toneOf } from '#web/parts/booking/calendar/tones.ts'
import { classNames } from '#web/ui/class-names.ts'

/** More names would be unreadable; each block shows its own. */
const most = 12

/** Whose colour is whose among the shown entries; nothing where the calendar is coloured by kind. */
export const ColourLegend = ({ look, things }: { look: CalendarLook; things: readonly Toned[] }) => {
  const shown = eachOnce(things.filter(({ of }) => of === look.by))
  if (shown.length === 0) return null
  return (
    <ul aria-label="Qué significa cada color" className="flex flex-wrap gap-x-4 gap-y-2 text-sm text-muted">
      {shown.slice(0, most).map((thing) => (
        <li key={thing.id} className="flex min-w-0 items-center gap-2">
          <span
            aria-hidden
            className={classNames('h-4 w-6 shrink-0 rounded-xs', toneLook(toneOf(look, thing)))}
          />
          {thing.name}
        </li>
      ))}
      {shown.length > most ? <li>{`y ${shown.length - most} más`}</li> : null}
    </ul>
  )
}
