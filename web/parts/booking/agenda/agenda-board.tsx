import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Calendar, CalendarEntry, Layer } from '#contract/booking/agenda/calendar.ts'
import * as contract from '#contract/booking/agenda/calendar.ts'
import { gaps as sellable, type Gap } from '#contract/platform/gaps.ts'
import { ownOutsideCalendars } from '#contract/availability/outside-calendar.ts'
import { reading } from '#web/api.ts'
import { AgendaActions } from '#web/parts/booking/agenda/agenda-actions.tsx'
import { OutsideTrouble } from '#web/parts/time/outside-calendars.tsx'
import { AgendaList } from '#web/parts/booking/agenda/agenda-list.tsx'
import { CalendarGrid } from '#web/parts/booking/agenda/calendar-grid.tsx'
import { EntryDialog } from '#web/parts/booking/agenda/entry-dialog.tsx'
import { isLayer } from '#web/parts/booking/agenda/entry-look.ts'
import { useMoveBlock } from '#web/parts/booking/agenda/use-move-block.ts'
import { OwnBlockForm } from '#web/parts/booking/agenda/own-block-form.tsx'
import type { AppointmentStart } from '#web/parts/booking/series/new-appointment.tsx'
import { withLine } from '#web/parts/offline/with-line.tsx'
import { mondayOf, onDate, weekText } from '#web/parts/booking/timeline/layout.ts'
import { useWide } from '#web/parts/booking/timeline/use-wide.ts'
import { DateSteps } from '#web/parts/time/date-steps.tsx'
import { addDays, longDate } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useOnline } from '#web/ui/use-online.ts'

const AwayDialog = withLine(() => import('#web/parts/booking/agenda/away-dialog.tsx'))
const CopyWeekDialog = withLine(() => import('#web/parts/booking/agenda/copy-week-dialog.tsx'))
const DayHoursDialog = withLine(() => import('#web/parts/booking/agenda/day-hours-dialog.tsx'))
const GapDialog = withLine(() => import('#web/parts/booking/agenda/gap-dialog.tsx'))
const SetClassDialog = withLine(() => import('#web/parts/booking/agenda/set-class-dialog.tsx'))
const MoveClass = withLine(() => import('#web/parts/booking/agenda/move-class.tsx'))
const MoveVisit = withLine(() => import('#web/parts/booking/agenda/move-visit.tsx'))
const NewAppointment = withLine(() => import('#web/parts/booking/series/new-appointment.tsx'))
const OwnCalendarsDialog = withLine(() => import('#web/parts/booking/agenda/own-calendars-dialog.tsx'))
const WeekHoursDialog = withLine(() => import('#web/parts/booking/agenda/week-hours-dialog.tsx'))
const SlotInspector = withLine(() => import('#web/parts/booking/agenda/slot-inspector.tsx'))

type View = 'day' | 'week' | 'list'
const views = [
  { value: 'day', label: 'Día' },
  { value: 'week', label: 'Semana' },
  { value: 'list', label: 'Lista' },
] as const

type Shown =
  | { what: 'entry'; entry: CalendarEntry }
  | { what: 'move'; entry: CalendarEntry; wish?: string }
  | { what: 'block'; date: string; minute: number }
  | { what: 'gap'; gap: Gap }
  | { what: 'appointment'; start?: AppointmentStart }
  | { what: 'no-line' }
  | { what: 'away' | 'calendars' | 'class' | 'copy' | 'hours' | 'inspector' | 'week-hours' }

/** My time with everything that I do on it: a list on the phone, the week on a desk, unless one asks for another. */
export const AgendaBoard = ({
  calendar,
  view: asked,
  date,
  today,
  opens,
}: {
  calendar: Calendar
  view: View | undefined
  date: string
  today: string
  /** What whoever comes here by a link came to do. */
  opens: 'week-hours' | undefined
}) => {
  const wide = useWide()
  const view = asked ?? (wide ? 'week' : 'list')
  const [shown, show] = useState<Shown | undefined>(opens && { what: opens })
  const [hidden, hide] = useState<ReadonlySet<Layer>>(new Set())
  const outside = useQuery(reading(ownOutsideCalendars))
  const monday = mondayOf(date)
  const week = [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days))
  const dates = view === 'day' ? [date] : week
  const close = () => show(undefined)
  const entries = calendar.entries.filter(
    ({ layer, startsAt, endsAt }) =>
      !hidden.has(layer) && dates.some((one) => onDate(startsAt, endsAt, one, calendar.zone) !== null),
  )
  const [showsGaps, showGaps] = useState(true)
  const isGrid = view !== 'list'
  const free = useQuery({
    ...reading(sellable, {
      query: { from: dates[0] ?? date, to: dates.at(-1) ?? date },
    }),
    enabled: isGrid && showsGaps,
  })
  const kinds = [...new Set(calendar.entries.map(({ layer }) => layer))]
  const moveBlock = useMoveBlock()
  const online = useOnline()
  const openWeekHours = () => show({ what: 'week-hours' })
  const isHiding = calendar.entries.some(
    ({ layer, startsAt, endsAt }) =>
      hidden.has(layer) && dates.some((one) => onDate(startsAt, endsAt, one, calendar.zone) !== null),
  )
  const isClosed = (one: string) =>
    calendar.exceptions.some(({ date: other, closed }) => other === one && closed)
  const step = view === 'day' ? 1 : 7
  const at = asked === undefined ? {} : { view: asked }
  const later = date < today ? today : date
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-col gap-1">
          <p className="eyebrow text-barro">Agenda avanzada</p>
          <h1 className="text-3xl first-letter:uppercase">
            {view === 'day' ? longDate(date) : weekText(monday)}
          </h1>
        </div>
        <div className="no-print flex flex-wrap items-center gap-2">
          <nav aria-label="Vista" className="flex flex-wrap gap-1 rounded-md bg-sunk p-1">
            {views.map(({ value, label }) => (
              <Link
                key={value}
                {...paths.calendar({ view: value, date })}
                aria-current={value === view ? 'true' : undefined}
                className={classNames(
                  'inline-flex min-h-11 items-center rounded-sm px-4 font-semibold',
                  value === view ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink',
                )}
              >
                {label}
              </Link>
            ))}
          </nav>
          <DateSteps
            date={date}
            days={step}
            showsToday={dates.includes(today)}
            to={(day) => paths.calendar({ ...at, date: day })}
            todayAt={paths.calendar(at)}
          />
        </div>
      </header>
      <AgendaActions
        onAct={(what) => show(what === 'block' ? { what, date: later, minute: 600 } : { what })}
      />
      <OutsideTrouble calendars={outside.data} onOpen={() => show({ what: 'calendars' })} />
      {kinds.length < 2 && !isGrid ? null : (
        <fieldset className="no-print flex flex-wrap items-center gap-x-5">
          <legend className="sr-only">Qué se muestra</legend>
          {Object.keys(contract.layers)
            .filter(isLayer)
            .filter((layer) => kinds.length > 1 && kinds.includes(layer))
            .map((layer) => (
              <Checkbox
                key={layer}
                label={contract.layers[layer]}
                checked={!hidden.has(layer)}
                onChange={(event) => {
                  const next = new Set(hidden)
                  if (event.target.checked) next.delete(layer)
                  else next.add(layer)
                  hide(next)
                }}
              />
            ))}
          {isGrid ? (
            <Checkbox
              label="Huecos vendibles"
              checked={showsGaps}
              onChange={(event) => showGaps(event.target.checked)}
            />
          ) : null}
        </fieldset>
      )}
      {isGrid && calendar.open.length === 0 && !dates.every(isClosed) ? (
        <p className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-maiz-soft px-4 py-2 text-maiz-ink">
          <span className="min-w-48 flex-1 font-semibold">
            {view === 'day' ? 'No ofreces horarios este día.' : 'No ofreces horarios esta semana.'}
          </span>
          <Button tone="secondary" size="small" onClick={openWeekHours}>
            Poner mi horario
          </Button>
        </p>
      ) : null}
      {view === 'list' ? (
        <AgendaList
          calendar={calendar}
          entries={entries}
          dates={dates}
          today={today}
          isHiding={isHiding}
          onOpen={(entry) => show({ what: 'entry', entry })}
          onWeekHours={openWeekHours}
        />
      ) : (
        <CalendarGrid
          calendar={calendar}
          entries={entries}
          gaps={showsGaps ? (free.data ?? []) : []}
          dates={dates}
          shown={date}
          today={today}
          byPlace={view === 'day'}
          onOpen={(entry) => show({ what: 'entry', entry })}
          onGap={(gap) => show({ what: 'gap', gap })}
          onEmpty={(day, minute) => show(online ? { what: 'block', date: day, minute } : { what: 'no-line' })}
          onMove={moveBlock}
          onCarry={(entry, wish) => show({ what: 'move', entry, wish })}
        />
      )}
      {shown === undefined ? null : shown.what === 'entry' ? (
        <EntryDialog
          entry={shown.entry}
          zone={calendar.zone}
          onMove={() => show({ what: 'move', entry: shown.entry })}
          onClose={close}
        />
      ) : shown.what === 'move' && shown.entry.class !== undefined ? (
        <MoveClass entry={shown.entry} own={shown.entry.class} wish={shown.wish} onClose={close} />
      ) : shown.what === 'move' ? (
        <MoveVisit entry={shown.entry} wish={shown.wish} onClose={close} />
      ) : shown.what === 'block' ? (
        <Dialog
          open
          onOpenChange={(open) => (open ? undefined : close())}
          title="Bloquear un rato"
          description="Ese tiempo deja de ofrecerse. Lo que ya está reservado no se toca."
        >
          <OwnBlockForm zone={calendar.zone} start={shown} onDone={close} />
        </Dialog>
      ) : shown.what === 'no-line' ? (
        <Dialog open onOpenChange={close} title="Sin conexión">
          <p>Bloquear un rato necesita internet. Tu agenda de hoy sigue aquí.</p>
        </Dialog>
      ) : shown.what === 'away' ? (
        <AwayDialog from={later} zone={calendar.zone} onClose={close} />
      ) : shown.what === 'class' ? (
        <SetClassDialog from={later} onClose={close} />
      ) : shown.what === 'appointment' ? (
        <NewAppointment start={shown.start} onClose={close} />
      ) : shown.what === 'gap' ? (
        <GapDialog
          gap={shown.gap}
          zone={calendar.zone}
          onAppointment={(start) => show({ what: 'appointment', start })}
          onClose={close}
        />
      ) : shown.what === 'calendars' ? (
        <OwnCalendarsDialog zone={calendar.zone} onClose={close} />
      ) : shown.what === 'copy' ? (
        <CopyWeekDialog monday={monday} today={today} onClose={close} />
      ) : shown.what === 'week-hours' ? (
        <WeekHoursDialog today={today} onClose={close} />
      ) : shown.what === 'hours' ? (
        <DayHoursDialog date={later} onClose={close} />
      ) : (
        <SlotInspector date={later} onClose={close} />
      )}
    </>
  )
}
