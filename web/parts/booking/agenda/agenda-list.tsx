import { CalendarCheck2, CalendarX2 } from 'lucide-react'
import type { Calendar, CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import {
  detailOf,
  isWithin,
  keyOfEntry,
  lookOf,
  processText,
  spanOf,
  titleOf,
} from '#web/parts/booking/agenda/entry-look.ts'
import { onDate } from '#web/parts/booking/timeline/layout.ts'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/page/states.tsx'

/** Day after day, as one reads it on a phone or prints it. */
export const AgendaList = ({
  calendar,
  entries,
  dates,
  today,
  isHiding,
  onOpen,
  onWeekHours,
}: {
  calendar: Calendar
  entries: readonly CalendarEntry[]
  dates: readonly string[]
  today: string
  /** There is more than is shown. */
  isHiding: boolean
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
  return (
    <ol className="flex flex-col gap-7">
      {dates.map((date) => {
        const own = entries.filter(({ startsAt, endsAt }) => onDate(startsAt, endsAt, date, calendar.zone))
        const closed = isClosed(date)
        if (own.length === 0 && !closed) return null
        return (
          <li key={date} className="flex break-inside-avoid flex-col gap-2">
            <h2 className="flex flex-wrap items-center gap-2 text-lg">
              <span className="block first-letter:uppercase">{longDate(date)}</span>
              {date === today ? <Badge tone="jacaranda">Hoy</Badge> : null}
              {closed ? <Badge tone="maiz">No ofreces horarios</Badge> : null}
            </h2>
            <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface empty:hidden">
              {own.map((entry) => (
                <li key={keyOfEntry(entry)}>
                  <button
                    type="button"
                    onClick={() => onOpen(entry)}
                    className={classNames(
                      'flex min-h-14 w-full items-center gap-x-4 gap-y-1 py-2.5 pr-4 text-left hover:bg-sunk',
                      isWithin(entry, own) ? 'pl-10' : 'pl-4',
                    )}
                  >
                    <span
                      aria-hidden
                      className={classNames('h-9 w-2 shrink-0 rounded-full', lookOf(entry))}
                    />
                    <span className="figures w-24 shrink-0 max-sm:text-[0.9375rem] sm:w-28">
                      {spanOf(entry, calendar.zone)}
                    </span>
                    <span className="min-w-0 flex-1">
                      <span className="block font-semibold wrap-anywhere">{titleOf(entry)}</span>
                      <span className="block text-sm text-pretty text-muted">
                        {[detailOf(entry), processText(entry)].filter((text) => text !== '').join(' · ')}
                      </span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ol>
  )
}
