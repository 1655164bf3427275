import type { KeyboardEvent } from 'react'
import { type TimelineSpace, type TimelineUnit } from '#contract/booking/agenda/timeline.ts'
import type { CalendarLook } from '#contract/booking/agenda/calendar-look.ts'
import { onDate } from '#web/parts/booking/calendar/on-date.ts'
import { inOrder, place, type Hours } from '#web/parts/booking/timeline/layout.ts'
import { looks } from '#web/parts/booking/calendar/look.ts'
import { longDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useBarDrag } from '#web/parts/booking/timeline/use-bar-drag.ts'
import {
  type Pointed,
  step,
  claimLook,
  isBlock,
  keyOf,
  labelOf,
  nameOf,
  whoOf,
  type Drop,
} from '#web/parts/booking/timeline/timeline-claim.ts'

export const TimelineDay = ({
  space,
  unit,
  date,
  hours,
  hand,
  look,
  now,
  onOpen,
  onKey,
  onEmpty,
  onDrop,
}: {
  space: TimelineSpace
  unit: TimelineUnit
  date: string
  hours: Hours
  hand: { key: string; unit: number; minutes: number; longer: number } | undefined
  look: CalendarLook
  /** The current minute, if today. */
  now: number | null
  onOpen: (pointed: Pointed) => void
  onKey: (event: KeyboardEvent<HTMLElement>, pointed: Pointed, key: string) => void
  onEmpty: (where: { space: TimelineSpace; unit: TimelineUnit; date: string; minute: number }) => void
  onDrop: (pointed: Pointed, drop: Drop) => void
}) => {
  const nowAt = now === null ? null : place({ from: now, to: now + 1 }, hours)
  return (
    <div
      data-day={date}
      className="timeline-stripes group/day relative min-h-14 border-l border-line bg-sunk"
    >
      <DayGround space={space} unit={unit} date={date} hours={hours} onEmpty={onEmpty} />
      {nowAt === null ? null : (
        <span
          aria-hidden
          data-now
          className="drawn no-print pointer-events-none absolute inset-y-0 z-[3] w-0.5 bg-chile"
          style={{ left: nowAt.left }}
        />
      )}
      <ul aria-label={longDate(date)} className="empty:hidden">
        {inOrder(unit.claims).map((claim) => {
          const key = keyOf(unit, claim)
          const part = onDate(claim.startsAt, claim.endsAt, date, space.zone)
          const at = part && place(part, hours)
          if (!at) return null
          const tail =
            claim.busyUntil === undefined ? null : onDate(claim.endsAt, claim.busyUntil, date, space.zone)
          const lead =
            claim.busyFrom === undefined ? null : onDate(claim.busyFrom, claim.startsAt, date, space.zone)
          return (
            <li key={key}>
              {[lead, tail].map((around) => {
                const where = around && place(around, hours)
                return where ? (
                  <span
                    key={where.left}
                    aria-hidden
                    className={classNames('absolute inset-y-2', looks.cleaning)}
                    style={where}
                  />
                ) : null
              })}
              <Bar
                id={`${date} ${key}`}
                pointed={{ space, unit, claim }}
                at={at}
                held={hand?.key === key}
                hours={hours}
                look={look}
                onOpen={onOpen}
                onKey={(event) => onKey(event, { space, unit, claim }, key)}
                onDrop={onDrop}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The open hours, which can be pressed. */
const DayGround = ({
  space,
  unit,
  date,
  hours,
  onEmpty,
}: {
  space: TimelineSpace
  unit: TimelineUnit
  date: string
  hours: Hours
  onEmpty: (where: { space: TimelineSpace; unit: TimelineUnit; date: string; minute: number }) => void
}) => {
  const open = space.open.flatMap((one) => {
    const part = onDate(one.startsAt, one.endsAt, date, space.zone)
    const at = part && place(part, hours)
    return at ? [at] : []
  })
  return (
    <>
      {open.map((at) => (
        <span
          key={at.left}
          aria-hidden
          className="absolute inset-y-0 bg-surface group-hover/day:bg-plaster"
          style={at}
        />
      ))}
      <span
        aria-hidden
        className="absolute inset-0"
        style={{
          backgroundImage: `repeating-linear-gradient(to right, var(--color-line) 0 1px, transparent 1px ${100 / Math.max(1, hours.to - hours.from)}%)`,
        }}
      />
      {/* For the pointer; with the keyboard, "Bloquear" above the timeline does the same. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above */}
      <span
        aria-hidden
        data-empty={date}
        className="absolute inset-0 cursor-cell"
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          const share = (event.clientX - box.left) / box.width
          const minute = hours.from * 60 + Math.floor((share * (hours.to - hours.from) * 60) / 30) * 30
          onEmpty({ space, unit, date, minute })
        }}
      />
    </>
  )
}

/** One claim. The mouse can drag it to another unit; blocks and rents also to another time, and a block's end to another length. */
const Bar = ({
  id,
  pointed,
  at,
  held,
  hours,
  look,
  onOpen,
  onKey,
  onDrop,
}: {
  /** A claim past midnight has a bar on each of its days. */
  id: string
  pointed: Pointed
  at: { left: string; width: string }
  held: boolean
  hours: Hours
  look: CalendarLook
  onOpen: (pointed: Pointed) => void
  onKey: (event: KeyboardEvent<HTMLElement>) => void
  onDrop: (pointed: Pointed, drop: Drop) => void
}) => {
  const { claim, space } = pointed
  const { setNode, handlers, setEnd, endHandlers, carries, isDragging, goesTo, styleOf } = useBarDrag({
    id,
    pointed,
    onDrop,
    minutesOf: ({ x }, node) => {
      const width = node?.closest('[data-day]')?.getBoundingClientRect().width ?? 1
      const perMinute = width / ((hours.to - hours.from) * 60)
      const days = Math.round(x / width)
      return days * 1440 + Math.round((x - days * width) / perMinute / step) * step
    },
  })
  const { who, what } = labelOf(claim)
  return (
    <button
      ref={setNode}
      type="button"
      data-claim
      data-at={claim.startsAt}
      aria-label={nameOf(pointed)}
      aria-keyshortcuts={carries ? 'M' : undefined}
      title={`${timeOf(claim.startsAt, space.zone)}–${timeOf(claim.endsAt, space.zone)} ${whoOf(claim)}`}
      className={classNames(
        'absolute inset-y-1.5 z-[1] flex min-w-6 items-center overflow-hidden rounded-sm px-1.5 text-left text-xs leading-tight font-semibold focus-visible:z-[5]',
        claimLook(look, claim),
        carries && 'cursor-grab',
        held && 'ring-3 ring-jacaranda ring-offset-2',
        isDragging && 'z-[6] opacity-80 shadow-high',
      )}
      style={{ ...at, ...styleOf(at) }}
      {...handlers}
      onKeyDown={onKey}
      onClick={() => onOpen(pointed)}
    >
      <span aria-hidden className={goesTo === null ? 'truncate' : 'figures truncate font-bold'}>
        {goesTo ?? (what === undefined ? who : `${who}, ${what}`)}
      </span>
      {isBlock(claim) ? (
        <span
          ref={setEnd}
          aria-hidden
          className="absolute inset-y-0 right-0 w-2 cursor-ew-resize"
          {...endHandlers}
        />
      ) : null}
    </button>
  )
}
