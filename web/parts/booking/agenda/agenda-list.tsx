import { CalendarCheck2, CalendarX2 } from 'lucide-react'
import { Fragment } from 'react'
import type { Calendar, CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import {
  briefOf,
  isWithin,
  keyOfEntry,
  lookOf,
  processText,
  spanOf,
  titleOf,
  type ToneOfEntry,
} from '#web/parts/booking/agenda/entry-look.ts'
import { onDate } from '#web/parts/booking/calendar/on-date.ts'
import type { Tone } from '#web/parts/booking/calendar/tones.ts'
import { longDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useMinute } from '#web/ui/minute.ts'
import { EmptyState } from '#web/ui/page/states.tsx'

/** Day after day, for phones and print. The current week opens at today; the days before it are folded below. */
export const AgendaList = ({
  calendar,
  entries,
  dates,
  today,
  isHiding,
  toneOf,
  onOpen,
  onWeekHours,
}: {
  calendar: Calendar
  entries: readonly CalendarEntry[]
  dates: readonly string[]
  today: string
  /** Not everything is shown. */
  isHiding: boolean
  toneOf: ToneOfEntry
  onOpen: (entry: CalendarEntry) => void
  onWeekHours: () => void
}) => {
  const isClosed = (date: string) => calendar.exceptions.find((one) => one.date === date)?.closed ?? false
  if (entries.length === 0 && isHiding)
    return (
      <EmptyState
        icon={<CalendarCheck2 />}
        title="Nada de lo que elegiste ver"
        text="Esta semana tienes otras cosas en tu agenda; márcalas arriba para verlas."
      />
    )
  if (entries.length === 0 && calendar.open.length === 0)
    return (
      <EmptyState
        icon={<CalendarX2 />}
        title="No ofreces horarios"
        text={
          dates.every(isClosed)
            ? 'Cerraste estos días; lo que ya estaba reservado se respeta.'
            : 'En tu horario no hay ni una hora estos días, así que nadie puede reservarlas.'
        }
        action={dates.every(isClosed) ? undefined : <Button onClick={onWeekHours}>Poner mi horario</Button>}
      />
    )
  if (entries.length === 0 && !dates.some(isClosed))
    return (
      <EmptyState
        icon={<CalendarCheck2 />}
        title="Semana libre"
        text="Aquí aparecen tus citas, rentas, apartados y bloqueos en cuanto los haya."
      />
    )
  const earlier = dates.includes(today) ? dates.filter((date) => date < today) : []
  const days = (some: readonly string[]) =>
    some.map((date) => (
      <DayOfList
        key={date}
        date={date}
        entries={onThe(date, entries, calendar.zone)}
        isClosed={isClosed(date)}
        zone={calendar.zone}
        today={today}
        toneOf={toneOf}
        onOpen={onOpen}
      />
    ))
  const done = earlier.reduce((sum, date) => sum + onThe(date, entries, calendar.zone).length, 0)
  return (
    <div className="flex flex-col gap-7">
      {done === 0 ? null : (
        <details className="order-last rounded-lg border border-line bg-surface px-4 print:order-none">
          <summary className="min-h-11 py-2.5 font-semibold text-jacaranda">
            Antes de hoy, esta semana ({done})
          </summary>
          <ol className="flex flex-col gap-7 pt-2 pb-4">{days(earlier)}</ol>
        </details>
      )}
      <ol className="flex flex-col gap-7">{days(dates.filter((date) => !earlier.includes(date)))}</ol>
    </div>
  )
}

const onThe = (date: string, entries: readonly CalendarEntry[], zone: string) =>
  entries.filter(({ startsAt, endsAt }) => onDate(startsAt, endsAt, date, zone))

/** A day's heading and entries; today with a line at now between past and coming entries. */
const DayOfList = ({
  date,
  entries,
  isClosed,
  zone,
  today,
  toneOf,
  onOpen,
}: {
  date: string
  entries: readonly CalendarEntry[]
  isClosed: boolean
  zone: string
  today: string
  toneOf: ToneOfEntry
  onOpen: (entry: CalendarEntry) => void
}) => {
  const now = useMinute()
  const isToday = date === today
  if (entries.length === 0 && !isClosed && !isToday) return null
  const next = entries.find(({ endsAt }) => Date.parse(endsAt) > now)
  const line =
    isToday && now !== 0 ? <NowInList key="now" text={timeOf(new Date(now).toISOString(), zone)} /> : null
  return (
    <li className="flex break-inside-avoid flex-col gap-2">
      <h2 className="flex flex-wrap items-center gap-2 text-lg">
        <span className="block first-letter:uppercase">{longDate(date)}</span>
        {isToday ? <Badge tone="jacaranda">Hoy</Badge> : null}
        {isClosed ? <Badge tone="maiz">No ofreces horarios</Badge> : null}
      </h2>
      {entries.length === 0 && isToday ? (
        <p className="text-muted">Hoy no tienes nada en tu agenda.</p>
      ) : null}
      <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface empty:hidden">
        {entries.map((entry) => (
          <Fragment key={keyOfEntry(entry)}>
            {entry === next ? line : null}
            <li>
              <EntryRow
                entry={entry}
                isInside={isWithin(entry, entries)}
                isOver={isToday && Date.parse(entry.endsAt) <= now}
                zone={zone}
                tone={toneOf(entry)}
                onOpen={onOpen}
              />
            </li>
          </Fragment>
        ))}
        {entries.length > 0 && next === undefined ? line : null}
      </ul>
    </li>
  )
}

const NowInList = ({ text }: { text: string }) => (
  <li data-now className="no-print flex items-center gap-2 px-4 text-sm leading-6 font-bold text-chile">
    Ahora <span className="figures">{text}</span>
    <span aria-hidden className="drawn h-0.5 flex-1 rounded-full bg-chile" />
  </li>
)

const EntryRow = ({
  entry,
  isInside,
  isOver,
  zone,
  tone,
  onOpen,
}: {
  entry: CalendarEntry
  /** Within the process time of another entry. */
  isInside: boolean
  isOver: boolean
  zone: string
  tone: Tone | undefined
  onOpen: (entry: CalendarEntry) => void
}) => (
  <button
    type="button"
    onClick={() => onOpen(entry)}
    className={classNames(
      'flex min-h-14 w-full items-center gap-x-4 gap-y-1 py-2.5 pr-4 text-left hover:bg-sunk',
      isInside ? 'pl-10' : 'pl-4',
    )}
  >
    <span aria-hidden className={classNames('h-9 w-2 shrink-0 rounded-full', lookOf(entry, tone))} />
    <span className="figures w-24 shrink-0 max-sm:text-[0.9375rem] sm:w-28">{spanOf(entry, zone)}</span>
    <span className="min-w-0 flex-1">
      <span className={classNames('block wrap-anywhere', isOver ? 'text-muted' : 'font-semibold')}>
        {titleOf(entry)}
      </span>
      <span className="line-clamp-2 text-sm text-pretty text-muted print:line-clamp-none">
        {[briefOf(entry), processText(entry)].filter((text) => text !== '').join(' · ')}
      </span>
    </span>
  </button>
)
