import type { KeyboardEvent } from 'react'
import type { CalendarLook } from '#contract/booking/agenda/calendar-look.ts'
import type { TimelineSpace, TimelineUnit } from '#contract/booking/agenda/timeline.ts'
import type { TimelineClaim } from '#contract/booking/agenda/timeline-claims.ts'
import { type Lane, lanesOf, laneStyle } from '#web/parts/booking/calendar/lanes.ts'
import { looks } from '#web/parts/booking/calendar/look.ts'
import { NowLine } from '#web/parts/booking/calendar/now-line.tsx'
import { onDate } from '#web/parts/booking/calendar/on-date.ts'
import { useNow } from '#web/parts/booking/calendar/use-now.ts'
import { inOrder } from '#web/parts/booking/timeline/layout.ts'
import {
  claimLook,
  type Drop,
  isBlock,
  keyOf,
  nameOf,
  type Pointed,
  step,
} from '#web/parts/booking/timeline/timeline-claim.ts'
import { BarText } from '#web/parts/booking/timeline/bar-text.tsx'
import { useBarDrag } from '#web/parts/booking/timeline/use-bar-drag.ts'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

/** Hours downwards: the first, the last, and the height of each. */
export type Scale = { from: number; to: number; rowPx: number; topOf: (minute: number) => number }

type Where = { space: TimelineSpace; unit: TimelineUnit; date: string; minute: number }
type Part = { from: number; to: number }

/** One unit on one day, hours downwards: open hours, claims, and now. */
export const UnitDay = ({
  space,
  unit,
  date,
  scale,
  look,
  hand,
  onOpen,
  onKey,
  onEmpty,
  onDrop,
}: {
  space: TimelineSpace
  unit: TimelineUnit
  date: string
  scale: Scale
  look: CalendarLook
  /** The claim picked up by the keyboard. */
  hand: string | undefined
  onOpen: (pointed: Pointed) => void
  onKey: (event: KeyboardEvent<HTMLElement>, pointed: Pointed, key: string) => void
  onEmpty: (where: Where) => void
  onDrop: (pointed: Pointed, drop: Drop) => void
}) => {
  const now = useNow(space.zone, [date])
  const parts = partsOf(unit, date, space.zone)
  const lanes = lanesIn(parts, scale)
  return (
    <div
      data-day={date}
      className="timeline-stripes relative h-full border-l border-line bg-sunk"
      style={{ height: (scale.to - scale.from) * scale.rowPx }}
    >
      <Ground space={space} unit={unit} date={date} scale={scale} onEmpty={onEmpty} />
      <NowLine minute={now?.minute ?? null} topOf={scale.topOf} />
      <ul aria-label={longDate(date)} className="empty:hidden">
        {parts.map(({ claim, part }) => {
          const key = keyOf(unit, claim)
          return (
            <li key={key}>
              <Around claim={claim} date={date} zone={space.zone} scale={scale} />
              <Bar
                id={`${date} ${key}`}
                pointed={{ space, unit, claim }}
                part={part}
                lane={lanes.get(claim) ?? { place: 0, of: 1 }}
                held={hand === key}
                scale={scale}
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

const partsOf = (unit: TimelineUnit, date: string, zone: string) =>
  inOrder(unit.claims).flatMap((claim) => {
    const part = onDate(claim.startsAt, claim.endsAt, date, zone)
    return part === null ? [] : [{ claim, part }]
  })

/** A member's or closed hours are behind what takes place in them. */
const isBehind = ({ kind }: TimelineClaim) => kind === 'team' || kind === 'shut'

const lanesIn = (parts: readonly { claim: TimelineClaim; part: Part }[], { rowPx }: Scale) => {
  const shortest = (24 / rowPx) * 60
  return lanesOf(
    parts
      .filter(({ claim }) => !isBehind(claim))
      .map(({ claim: item, part: { from, to } }) => ({ item, from, to: Math.max(to, from + shortest) })),
  )
}

const placed = ({ from, to }: Part, { rowPx, topOf }: Scale) => ({
  top: topOf(from),
  height: ((to - from) / 60) * rowPx,
})

const Ground = ({
  space,
  unit,
  date,
  scale,
  onEmpty,
}: {
  space: TimelineSpace
  unit: TimelineUnit
  date: string
  scale: Scale
  onEmpty: (where: Where) => void
}) => (
  <>
    {space.open.flatMap(({ startsAt, endsAt }) => {
      const part = onDate(startsAt, endsAt, date, space.zone)
      return part === null
        ? []
        : [
            <span
              key={startsAt}
              aria-hidden
              className="absolute inset-x-0 bg-surface"
              style={placed(part, scale)}
            />,
          ]
    })}
    <span
      aria-hidden
      className="absolute inset-0"
      style={{
        backgroundImage: `repeating-linear-gradient(to bottom, var(--color-line) 0 1px, transparent 1px ${scale.rowPx}px)`,
      }}
    />
    {/* For the pointer; with the keyboard, "Bloquear" above does the same. */}
    {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above */}
    <span
      aria-hidden
      data-empty={date}
      className="absolute inset-0 cursor-cell"
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect()
        const minutes = ((event.clientY - box.top) / scale.rowPx) * 60
        onEmpty({ space, unit, date, minute: scale.from * 60 + Math.floor(minutes / 30) * 30 })
      }}
    />
  </>
)

/** Preparation before and cleaning after. */
const Around = ({
  claim,
  date,
  zone,
  scale,
}: {
  claim: TimelineClaim
  date: string
  zone: string
  scale: Scale
}) =>
  [
    claim.busyFrom === undefined ? null : onDate(claim.busyFrom, claim.startsAt, date, zone),
    claim.busyUntil === undefined ? null : onDate(claim.endsAt, claim.busyUntil, date, zone),
  ].map((part) =>
    part === null ? null : (
      <span
        key={part.from}
        aria-hidden
        className={classNames('absolute inset-x-1.5', looks.cleaning)}
        style={placed(part, scale)}
      />
    ),
  )

const Bar = ({
  id,
  pointed,
  part,
  lane,
  held,
  scale,
  look,
  onOpen,
  onKey,
  onDrop,
}: {
  /** A claim past midnight has a bar on each of its days. */
  id: string
  pointed: Pointed
  part: Part
  lane: Lane
  held: boolean
  scale: Scale
  look: CalendarLook
  onOpen: (pointed: Pointed) => void
  onKey: (event: KeyboardEvent<HTMLElement>) => void
  onDrop: (pointed: Pointed, drop: Drop) => void
}) => {
  const { claim } = pointed
  const { top, height } = placed(part, scale)
  const { left, width } = laneStyle(lane)
  const at = {
    top: top + 1,
    height: `${Math.max(24, height - 2)}px`,
    left: `calc(${left} + 2px)`,
    width: `calc(${width} - 4px)`,
  }
  const { setNode, handlers, setEnd, endHandlers, carries, isDragging, goesTo, styleOf } = useBarDrag({
    id,
    pointed,
    onDrop,
    downwards: true,
    minutesOf: ({ y }) => Math.round(((y / scale.rowPx) * 60) / step) * step,
  })
  return (
    <button
      ref={setNode}
      type="button"
      data-claim
      data-at={claim.startsAt}
      aria-keyshortcuts={carries ? 'M' : undefined}
      className={classNames(
        'absolute flex flex-col overflow-hidden rounded-sm px-1.5 py-0.5 text-left text-[0.8125rem] leading-tight focus-visible:z-[5]',
        claimLook(look, claim),
        isBehind(claim) ? 'z-0' : 'z-[1]',
        carries && 'cursor-grab',
        held && 'ring-3 ring-jacaranda ring-offset-2',
        isDragging && 'z-[6] shadow-high',
      )}
      style={{ ...at, ...styleOf(at) }}
      {...handlers}
      onKeyDown={onKey}
      onClick={() => onOpen(pointed)}
    >
      <span className="sr-only">{nameOf(pointed)}</span>
      <BarText pointed={pointed} goesTo={goesTo} height={height} />
      {isBlock(claim) ? (
        <span
          ref={setEnd}
          aria-hidden
          className="absolute inset-x-0 bottom-0 h-2 cursor-ns-resize"
          {...endHandlers}
        />
      ) : null}
    </button>
  )
}
