import { useEffect, useMemo, useRef } from 'react'
import {
  type Timeline as View,
  type TimelineSpace,
  type TimelineUnit,
} from '#contract/booking/agenda/timeline.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { listingStates } from '#contract/space/listing.ts'
import type { CalendarLook } from '#contract/booking/agenda/calendar-look.ts'
import { useNow } from '#web/parts/booking/calendar/use-now.ts'
import { hoursOf, type Hours } from '#web/parts/booking/timeline/layout.ts'
import { capitalZone, longDate } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type Pointed, type Sent, step } from '#web/parts/booking/timeline/timeline-claim.ts'
import { useKeyboardMove, type KeyboardMove } from '#web/parts/booking/timeline/use-keyboard-move.ts'
import { TimelineHead, UnitName, HourShares } from '#web/parts/booking/timeline/timeline-frame.tsx'
import { TimelineDay } from '#web/parts/booking/timeline/timeline-day.tsx'
import { DragArea, useDropZone } from '#web/ui/drag.tsx'
/** Half an hour is wide enough to be pressed (24 px, WCAG 2.2), and an hour wide enough for a legible name. */
const usualHourPx = 50
const targetPx = 24

/** With shorter claims hours are wider, so that a claim does not cover the next. */
const hourPxOf = (timeline: View) => {
  const claims = timeline.spaces.flatMap(({ units }) => units.flatMap((unit) => unit.claims))
  const minutes = claims.map(({ startsAt, endsAt }) => (Date.parse(endsAt) - Date.parse(startsAt)) / minuteMs)
  const shortest = Math.max(step, Math.min(30, ...minutes))
  return Math.max(usualHourPx, Math.ceil((targetPx * 60) / shortest))
}
const labelPx = 160

/**
 * Rows are units, columns hours. The keyboard can do all that the mouse can: arrows walk through the claims, Enter opens one, M picks it
 * up; then up and down choose a unit, left and right a quarter of an hour (with Shift the end), Enter drops it, Escape cancels.
 */
export const Timeline = ({
  timeline,
  dates,
  date,
  dead,
  today,
  look,
  onOpen,
  onSend,
  onEmpty,
}: {
  timeline: View
  dates: readonly string[]
  /** The requested date. */
  date: string
  /** Whether that hour of that weekday rarely sells. */
  dead: (spaceId: number, date: string, hour: number) => boolean
  today: string
  look: CalendarLook
  onOpen: (pointed: Pointed) => void
  onSend: (sent: Sent) => void
  onEmpty: (where: { space: TimelineSpace; unit: TimelineUnit; date: string; minute: number }) => void
}) => {
  const hours = useMemo(() => hoursOf(timeline, dates), [timeline, dates])

  const week = dates.length > 1
  const hourPx = hourPxOf(timeline)
  const rows = timeline.spaces.flatMap((space) => space.units.map((unit) => ({ space, unit })))

  const now = useNow(timeline.spaces[0]?.zone ?? capitalZone, dates)
  const frame = useScrollToDate(date, now?.date === date)

  const keyboard = useKeyboardMove(rows, frame, onSend)

  return (
    <div className="flex flex-col gap-3">
      <DragArea>
        <div
          ref={frame}
          className="relative overflow-x-auto rounded-lg border border-line bg-surface"
          role="group"
          aria-label={`Unidades por hora, ${longDate(dates[0] ?? today)}${week ? ` a ${longDate(dates.at(-1) ?? today)}` : ''}`}
        >
          <div style={{ minWidth: labelPx + dates.length * (hours.to - hours.from) * hourPx }}>
            <TimelineHead dates={dates} hours={hours} today={today} />
            {timeline.spaces.map((space) => (
              <SpaceRows
                key={space.id}
                space={space}
                rows={rows}
                keyboard={keyboard}
                dates={dates}
                hours={hours}
                look={look}
                onOpen={onOpen}
                onEmpty={onEmpty}
                onSend={onSend}
                dead={dead}
              />
            ))}
          </div>
        </div>
      </DragArea>
      <p role="status" className="min-h-6 text-sm text-muted">
        {keyboard.said}
      </p>
    </div>
  )
}

/** Scrolls the requested day to the left edge; today to now. */
const useScrollToDate = (date: string, isToday: boolean) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = frame.current
    const column = box?.querySelector<HTMLElement>(`[data-day="${date}"]`)
    if (box === null || !column) return
    box.scrollLeft = column.offsetLeft - labelPx
    const line = isToday ? box.querySelector('[data-now]') : null
    if (line === null) return
    const [at, from] = [line.getBoundingClientRect().left, box.getBoundingClientRect().left]
    box.scrollLeft += Math.max(0, at - from - labelPx - 2 * usualHourPx)
  }, [isToday, date])
  return frame
}

const SpaceRows = ({
  space,
  rows,
  keyboard,
  dates,
  hours,
  look,
  onOpen,
  onEmpty,
  onSend,
  dead,
}: {
  space: TimelineSpace
  rows: readonly { space: TimelineSpace; unit: TimelineUnit }[]
  keyboard: KeyboardMove
  dates: readonly string[]
  hours: Hours
  look: CalendarLook
  onOpen: (pointed: Pointed) => void
  onEmpty: (where: { space: TimelineSpace; unit: TimelineUnit; date: string; minute: number }) => void
  onSend: (sent: Sent) => void
  dead: (spaceId: number, date: string, hour: number) => boolean
}) => (
  <section aria-label={space.name}>
    <h2 className="sticky left-0 w-fit px-4 pt-4 pb-1.5 text-base">
      {space.name}
      <span className="ml-2 font-sans text-sm font-normal tracking-normal text-muted">
        {space.businessName}
        {space.status !== 'published'
          ? ` · ${listingStates[space.status].toLowerCase()}`
          : space.open.length === 0
            ? ' · cerrado'
            : ''}
      </span>
    </h2>
    {space.units.map((unit) => {
      const row = rows.findIndex((one) => one.unit === unit)
      return (
        <UnitRow
          key={unit.id}
          unit={unit}
          row={row}
          space={space}
          keyboard={keyboard}
          dates={dates}
          hours={hours}
          look={look}
          onOpen={onOpen}
          onEmpty={onEmpty}
          onSend={onSend}
        />
      )
    })}
    <HourShares space={space} dates={dates} hours={hours} dead={dead} />
  </section>
)

const UnitRow = ({
  unit,
  row,
  space,
  keyboard,
  dates,
  hours,
  look,
  onOpen,
  onEmpty,
  onSend,
}: {
  unit: TimelineUnit
  row: number
  space: TimelineSpace
  keyboard: KeyboardMove
  dates: readonly string[]
  hours: Hours
  look: CalendarLook
  onOpen: (pointed: Pointed) => void
  onEmpty: (where: { space: TimelineSpace; unit: TimelineUnit; date: string; minute: number }) => void
  onSend: (sent: Sent) => void
}) => {
  const now = useNow(space.zone, dates)
  const { setZone } = useDropZone(unit.id)
  return (
    <div data-row={row} className="flex border-t border-line">
      <UnitName space={space} unit={unit} />
      <div
        ref={setZone}
        className={classNames(
          'grid flex-1',
          keyboard.hand !== undefined && keyboard.hand.unit === unit.id && 'bg-jacaranda-soft',
        )}
        style={{ gridTemplateColumns: `repeat(${dates.length}, minmax(0, 1fr))` }}
      >
        {dates.map((date) => (
          <TimelineDay
            key={date}
            space={space}
            unit={unit}
            date={date}
            hours={hours}
            hand={keyboard.hand}
            look={look}
            now={now?.date === date ? now.minute : null}
            onOpen={onOpen}
            onKey={keyboard.walk}
            onEmpty={onEmpty}
            onDrop={(pointed, drop) => {
              const to = pointed.space.units.find(({ id }) => id === drop.unit)
              if (to !== undefined) onSend({ ...pointed, to, minutes: drop.minutes, longer: drop.longer })
            }}
          />
        ))}
      </div>
    </div>
  )
}
