import { useRef } from 'react'
import type { CalendarLook } from '#contract/booking/agenda/calendar-look.ts'
import type { Timeline, TimelineSpace, TimelineUnit } from '#contract/booking/agenda/timeline.ts'
import { NowTime } from '#web/parts/booking/calendar/now-line.tsx'
import { onDate } from '#web/parts/booking/calendar/on-date.ts'
import { useNow } from '#web/parts/booking/calendar/use-now.ts'
import { useOpenAt } from '#web/parts/booking/calendar/use-open-at.ts'
import { hoursOf, inOrder } from '#web/parts/booking/timeline/layout.ts'
import type { Pointed, Sent } from '#web/parts/booking/timeline/timeline-claim.ts'
import { type Scale, UnitDay } from '#web/parts/booking/timeline/unit-day.tsx'
import { UnitTurner, useUnitTurn } from '#web/parts/booking/timeline/unit-turner.tsx'
import { type KeyboardMove, useKeyboardMove } from '#web/parts/booking/timeline/use-keyboard-move.ts'
import { capitalZone, longDate, partsOfDate } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'
import { DragArea, useDropZone } from '#web/ui/drag.tsx'

type Row = { space: TimelineSpace; unit: TimelineUnit }
type OnEmpty = (where: Row & { date: string; minute: number }) => void

/** Height of an hour, by zoom; a week on a phone has seven narrow days. */
const rowPxOf = { hour: 192, day: 64, week: 44 } as const

/**
 * Units side by side, hours downwards, for one day; on a narrow screen one unit at a time, changed by a swipe or by buttons, also with the
 * seven days of a week. Arrows walk through the claims, Enter opens one, M picks it up: left and right then choose a unit, up and down a
 * quarter of an hour (with Shift the end), Enter drops it, Escape cancels.
 */
export const UnitHours = ({
  timeline,
  dates,
  today,
  zoom,
  wide,
  look,
  onOpen,
  onSend,
  onEmpty,
}: {
  timeline: Timeline
  dates: readonly string[]
  today: string
  zoom: keyof typeof rowPxOf
  wide: boolean
  look: CalendarLook
  onOpen: (pointed: Pointed) => void
  onSend: (sent: Sent) => void
  onEmpty: OnEmpty
}) => {
  const rows = timeline.spaces.flatMap((space) => space.units.map((unit) => ({ space, unit })))
  const now = useNow(rows[0]?.space.zone ?? capitalZone, dates)
  const scale = scaleOf(timeline, { dates, rowPx: rowPxOf[zoom], now: now?.minute })
  const frame = useRef<HTMLDivElement>(null)
  const keyboard = useKeyboardMove(rows, frame, onSend, { downwards: true })
  const turn = useUnitTurn(frame, rows.length)
  const first = now?.minute ?? firstMinuteOf(rows, dates) ?? scale.from * 60
  useOpenAt(frame, {
    key: `${dates.join()} ${zoom} ${now?.date}`,
    top: scale.topOf(first) - scale.rowPx,
  })
  const column = wide ? 'minmax(9.5rem, 1fr)' : `calc((100cqw - ${gutter} - 2px) / ${dates.length})`
  return (
    <div className="@container flex flex-col gap-3">
      {wide ? null : <UnitTurner rows={rows} turn={turn} />}
      <DragArea>
        <div
          ref={frame}
          onScroll={wide ? undefined : turn.onScroll}
          role="group"
          aria-label={`Horas por unidad, ${longDate(dates[0] ?? today)}${dates.length > 1 ? ` a ${longDate(dates.at(-1) ?? today)}` : ''}`}
          className={classNames(
            // The focused claim is scrolled clear of the names above and the hours beside it.
            'hours-frame relative scroll-pl-13 overflow-auto rounded-lg border border-line bg-surface',
            dates.length === 1 ? 'scroll-pt-15' : 'scroll-pt-22',
            !wide && 'snap-x snap-mandatory',
          )}
        >
          <div
            className="grid"
            style={{ gridTemplateColumns: `${gutter} repeat(${rows.length * dates.length}, ${column})` }}
          >
            <span aria-hidden className="sticky top-0 left-0 z-40 border-b border-line bg-surface" />
            <HourLabels scale={scale} now={now?.minute} row={dates.length > 1 ? 3 : 2} />
            {rows.map((row, place) => (
              <UnitColumns
                key={row.unit.id}
                row={row}
                place={place}
                names={timeline.spaces.length > 1}
                dates={dates}
                today={today}
                scale={scale}
                look={look}
                keyboard={keyboard}
                onOpen={onOpen}
                onSend={onSend}
                onEmpty={onEmpty}
              />
            ))}
          </div>
        </div>
      </DragArea>
      <p role="status" className="text-sm text-muted empty:hidden">
        {keyboard.said}
      </p>
    </div>
  )
}

/** The width of the hours at the left. */
const gutter = '3.25rem'

/** From the first open, booked or current hour to the last. */
const scaleOf = (
  timeline: Timeline,
  { dates, rowPx, now }: { dates: readonly string[]; rowPx: number; now: number | undefined },
): Scale => {
  const hours = hoursOf(timeline, dates)
  const hour = now === undefined ? hours.from : Math.floor(now / 60)
  const [from, to] = [Math.min(hours.from, hour), Math.max(hours.to, hour + 1)]
  return { from, to, rowPx, topOf: (minute) => ((minute - from * 60) / 60) * rowPx }
}

/** The first minute with a claim on the first of these dates. */
const firstMinuteOf = (rows: readonly Row[], [date = '']: readonly string[]) => {
  const starts = rows.flatMap(({ space, unit }) =>
    inOrder(unit.claims)
      .filter(({ kind }) => kind !== 'shut' && kind !== 'team')
      .flatMap(({ startsAt, endsAt }) => onDate(startsAt, endsAt, date, space.zone)?.from ?? []),
  )
  return starts.length === 0 ? undefined : Math.min(...starts)
}

const HourLabels = ({ scale, now, row }: { scale: Scale; now: number | undefined; row: number }) => (
  <div
    aria-hidden
    className="sticky left-0 z-30 col-start-1 bg-surface"
    style={{ gridRowStart: row, height: (scale.to - scale.from) * scale.rowPx }}
  >
    {Array.from({ length: scale.to - scale.from }, (_, hour) => (
      <span
        key={hour}
        className="figures absolute right-2 text-[0.8125rem] text-muted"
        style={{ top: hour * scale.rowPx + 2 }}
      >
        {scale.from + hour}:00
      </span>
    ))}
    {now === undefined ? null : <NowTime minute={now} topOf={scale.topOf} />}
  </div>
)

/** A unit with its days: its name, then the claims of each. */
const UnitColumns = ({
  row: { space, unit },
  place,
  names,
  dates,
  today,
  scale,
  look,
  keyboard,
  onOpen,
  onSend,
  onEmpty,
}: {
  row: Row
  place: number
  /** With several spaces each column names its space. */
  names: boolean
  dates: readonly string[]
  today: string
  scale: Scale
  look: CalendarLook
  keyboard: KeyboardMove
  onOpen: (pointed: Pointed) => void
  onSend: (sent: Sent) => void
  onEmpty: OnEmpty
}) => {
  const { setZone } = useDropZone(unit.id)
  const start = 2 + place * dates.length
  return (
    <section aria-label={`${unit.name}, ${space.name}`} data-row={place} className="contents">
      <header
        className={classNames(
          'sticky top-0 z-30 row-start-1 flex h-14 snap-start flex-col justify-center border-b border-l border-line px-2 text-center',
          keyboard.hand?.unit === unit.id ? 'bg-jacaranda-soft' : 'bg-surface',
        )}
        style={{ gridColumn: `${start} / span ${dates.length}` }}
      >
        <h2 className="truncate font-sans text-[0.9375rem] font-semibold tracking-normal">{unit.name}</h2>
        <p className="truncate text-xs text-muted">
          {[names ? space.name : '', unit.active ? countText(unit, dates, space.zone) : 'sin uso']
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      {dates.map((date, day) => (
        <div key={date} className="contents">
          {dates.length === 1 ? null : (
            <p
              aria-hidden
              className={classNames(
                'sticky top-14 z-30 row-start-2 border-b border-l border-line py-1 text-center text-xs',
                date === today ? 'bg-jacaranda-soft font-bold text-jacaranda-deep' : 'bg-surface',
              )}
              style={{ gridColumnStart: start + day }}
            >
              {partsOfDate(date).weekday} {partsOfDate(date).day}
            </p>
          )}
          <div
            ref={day === 0 ? setZone : undefined}
            className={dates.length === 1 ? 'row-start-2' : 'row-start-3'}
            style={{ gridColumnStart: start + day }}
          >
            <UnitDay
              space={space}
              unit={unit}
              date={date}
              scale={scale}
              look={look}
              hand={keyboard.hand?.key}
              onOpen={onOpen}
              onKey={keyboard.walk}
              onEmpty={onEmpty}
              onDrop={(pointed, drop) => {
                const to = pointed.space.units.find(({ id }) => id === drop.unit)
                if (to !== undefined) onSend({ ...pointed, to, minutes: drop.minutes, longer: drop.longer })
              }}
            />
          </div>
        </div>
      ))}
    </section>
  )
}

const countText = (unit: TimelineUnit, dates: readonly string[], zone: string) => {
  const n = unit.claims.filter(
    ({ kind, startsAt, endsAt }) =>
      (kind === 'booking' || kind === 'rent') &&
      dates.some((date) => onDate(startsAt, endsAt, date, zone) !== null),
  ).length
  return n === 0 ? 'Libre' : n === 1 ? '1 reserva' : `${n} reservas`
}
