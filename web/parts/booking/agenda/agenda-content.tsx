import type { Calendar, CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import { clockText } from '#contract/platform/clock-text.ts'
import type { Gap } from '#contract/platform/gaps.ts'
import type { Shown } from '#web/parts/booking/agenda/agenda-dialog.tsx'
import type { AgendaView } from '#web/parts/booking/agenda/agenda-header.tsx'
import { AgendaList } from '#web/parts/booking/agenda/agenda-list.tsx'
import { AgendaMonth } from '#web/parts/booking/agenda/agenda-month.tsx'
import { CalendarGrid } from '#web/parts/booking/agenda/calendar-grid.tsx'
import { thingsOf, toneOfEntry } from '#web/parts/booking/agenda/entry-look.ts'
import { useMoveBlock } from '#web/parts/booking/agenda/use-move-block.ts'
import { ColourLegend } from '#web/parts/booking/calendar/colour-legend.tsx'
import { useCalendarLook } from '#web/parts/booking/calendar/use-calendar-look.ts'
import { useOnline } from '#web/ui/use-online.ts'

/** The entries in the chosen view, and the dialogs that they open. */
export const AgendaContent = ({
  view,
  calendar,
  entries,
  isHiding,
  gaps,
  dates,
  date,
  today,
  show,
}: {
  view: AgendaView
  calendar: Calendar
  entries: readonly CalendarEntry[]
  isHiding: boolean
  gaps: readonly Gap[]
  dates: readonly string[]
  date: string
  today: string
  show: (shown: Shown) => void
}) => {
  const { look } = useCalendarLook('professional')
  const toneOf = (entry: CalendarEntry) => toneOfEntry(look, entry)
  const moveBlock = useMoveBlock()
  const online = useOnline()
  return (
    <>
      {view === 'month' ? (
        <AgendaMonth calendar={calendar} date={date} today={today} />
      ) : view === 'list' ? (
        <AgendaList
          calendar={calendar}
          entries={entries}
          dates={dates}
          today={today}
          isHiding={isHiding}
          toneOf={toneOf}
          onOpen={(entry) => show({ what: 'entry', entry })}
          onWeekHours={() => show({ what: 'week-hours' })}
        />
      ) : (
        <CalendarGrid
          calendar={calendar}
          entries={entries}
          gaps={gaps}
          dates={dates}
          shown={date}
          today={today}
          byPlace={view === 'day'}
          toneOf={toneOf}
          onOpen={(entry) => show({ what: 'entry', entry })}
          onGap={(gap) => show({ what: 'gap', gap })}
          onEmpty={(day, minute) =>
            show(online ? { what: 'own', when: { date: day, time: clockText(minute) } } : { what: 'no-line' })
          }
          onMove={moveBlock}
          onCarry={(entry, selection) => show({ what: 'move', entry, selection })}
        />
      )}
      {view === 'month' ? null : <ColourLegend look={look} things={entries.flatMap(thingsOf)} />}
    </>
  )
}
