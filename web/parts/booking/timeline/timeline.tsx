import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Plus } from 'lucide-react'
import {
  claimKinds,
  type Timeline as View,
  type TimelineSpace,
  type TimelineUnit,
} from '#contract/booking/agenda/timeline.ts'
import { listingStates } from '#contract/space/listing.ts'
import type { TimelineClaim } from '#contract/booking/agenda/timeline-claims.ts'
import {
  inOrder,
  hoursOf,
  isFree,
  keptFor,
  kindsIn,
  occupancyOf,
  onDate,
  place,
  hourShare,
  type Hours,
} from '#web/parts/booking/timeline/layout.ts'
import { looks } from '#web/parts/booking/timeline/look.ts'
import { dateIn, longDate, partsOfDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

/** What was pointed at: a claim of a unit. */
export type Pointed = { space: TimelineSpace; unit: TimelineUnit; claim: TimelineClaim }
/** Where something was dropped or sent. */
export type Sent = Pointed & { to: TimelineUnit; minutes: number; longer: number }

const minuteMs = 60_000
const step = 15
/** Half an hour is wide enough to be pressed (24 px, WCAG 2.2), with its name legible from an hour on. */
const usualHourPx = 50
const targetPx = 24

/** Where something is shorter, hours are wider, so that what follows it does not cover it. */
const hourPxOf = (timeline: View) => {
  const claims = timeline.spaces.flatMap(({ units }) => units.flatMap((unit) => unit.claims))
  const minutes = claims.map(({ startsAt, endsAt }) => (Date.parse(endsAt) - Date.parse(startsAt)) / minuteMs)
  const shortest = Math.max(step, Math.min(30, ...minutes))
  return Math.max(usualHourPx, Math.ceil((targetPx * 60) / shortest))
}
const labelPx = 160

/**
 * Rows are units, columns hours. Everything that the mouse can do the keyboard can: arrows walk through what is there, Enter
 * opens it, M takes it in hand; then up and down choose a unit, left and right a quarter of an hour (with Shift the end), Enter
 * puts it down, Escape leaves it where it was.
 */
export const Timeline = ({
  timeline,
  dates,
  date,
  dead,
  today,
  onOpen,
  onSend,
  onEmpty,
}: {
  timeline: View
  dates: readonly string[]
  /** The one that was asked for. */
  date: string
  /** Whether that hour of that weekday hardly ever sells. */
  dead: (spaceId: number, date: string, hour: number) => boolean
  today: string
  onOpen: (pointed: Pointed) => void
  onSend: (sent: Sent) => void
  onEmpty: (where: { space: TimelineSpace; unit: TimelineUnit; date: string; minute: number }) => void
}) => {
  const hours = useMemo(() => hoursOf(timeline, dates), [timeline, dates])
  const [said, say] = useState('')
  const [hand, setHand] = useState<{ key: string; unit: number; minutes: number; longer: number }>()
  const frame = useRef<HTMLDivElement>(null)
  const week = dates.length > 1
  const hourPx = hourPxOf(timeline)
  const rows = timeline.spaces.flatMap((space) => space.units.map((unit) => ({ space, unit })))

  useEffect(() => {
    // The day that was asked for stands at the left, from its first booking on where there is only that day.
    const box = frame.current
    const column = box?.querySelector<HTMLElement>(`[data-day="${date}"]`)
    const first = box?.querySelector<HTMLElement>('[data-claim]')
    if (box === null || !column) return
    box.scrollLeft = week ? column.offsetLeft - labelPx : Math.max(0, (first?.offsetLeft ?? 0) - 60)
  }, [week, date])

  const walk = (event: KeyboardEvent<HTMLElement>, pointed: Pointed, key: string) => {
    if (hand?.key === key) return carry(event, pointed)
    const own = rows.findIndex(({ unit }) => unit.id === pointed.unit.id)
    const focusIn = (row: number, at: string) => {
      const next = [
        ...(frame.current?.querySelectorAll<HTMLElement>(`[data-row="${row}"] [data-claim]`) ?? []),
      ]
      const nearest = next.toSorted(
        (a, b) => distance(a.dataset['at'], at) - distance(b.dataset['at'], at),
      )[0]
      nearest?.focus()
      return nearest !== undefined
    }
    const siblings = [
      ...(frame.current?.querySelectorAll<HTMLElement>(`[data-row="${own}"] [data-claim]`) ?? []),
    ]
    const here = siblings.indexOf(event.currentTarget)
    if (event.key === 'ArrowRight') siblings[here + 1]?.focus()
    else if (event.key === 'ArrowLeft') siblings[here - 1]?.focus()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : -1
      for (let row = own + by; row >= 0 && row < rows.length; row += by)
        if (focusIn(row, pointed.claim.startsAt)) break
    } else if ((event.key === 'm' || event.key === 'M') && mayCarry(pointed.claim)) {
      setHand({ key, unit: pointed.unit.id, minutes: 0, longer: 0 })
      say(
        `Tomaste ${nameOf(pointed)}. Arriba y abajo eligen unidad${mayShift(pointed.claim) ? ', izquierda y derecha mueven la hora' : ''}${isBlock(pointed.claim) ? ', con Mayúsculas el final' : ''}. Entrar lo deja, Escape cancela.`,
      )
    } else return
    event.preventDefault()
  }

  const carry = (event: KeyboardEvent<HTMLElement>, pointed: Pointed) => {
    if (hand === undefined) return
    const { units } = pointed.space
    const at = units.findIndex(({ id }) => id === hand.unit)
    let next = hand
    if (event.key === 'Escape') {
      setHand(undefined)
      say('Lo dejaste donde estaba.')
    } else if (event.key === 'Enter' || event.key === ' ') {
      const to = units.find(({ id }) => id === hand.unit)
      setHand(undefined)
      if (to !== undefined) onSend({ ...pointed, to, minutes: hand.minutes, longer: hand.longer })
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const to = units[at + (event.key === 'ArrowDown' ? 1 : -1)]
      if (to !== undefined) next = { ...hand, unit: to.id }
    } else if ((event.key === 'ArrowLeft' || event.key === 'ArrowRight') && mayShift(pointed.claim)) {
      const by = event.key === 'ArrowRight' ? step : -step
      if (event.shiftKey && !isBlock(pointed.claim)) return
      next = event.shiftKey ? { ...hand, longer: hand.longer + by } : { ...hand, minutes: hand.minutes + by }
    } else return
    event.preventDefault()
    if (next === hand) return
    setHand(next)
    const to = units.find(({ id }) => id === next.unit)
    if (to !== undefined) say(sentence(pointed, to, next))
  }

  return (
    <div className="flex flex-col gap-3">
      <div
        ref={frame}
        className="relative overflow-x-auto rounded-lg border border-line bg-surface"
        role="group"
        aria-label={`Unidades por hora, ${longDate(dates[0] ?? today)}${week ? ` a ${longDate(dates.at(-1) ?? today)}` : ''}`}
      >
        <div style={{ minWidth: labelPx + dates.length * (hours.to - hours.from) * hourPx }}>
          <Head dates={dates} hours={hours} today={today} />
          {timeline.spaces.map((space) => (
            <section key={space.id} aria-label={space.name}>
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
                  <div key={unit.id} data-row={row} className="flex border-t border-line">
                    <UnitName space={space} unit={unit} />
                    <div
                      data-unit={unit.id}
                      className={classNames(
                        'grid flex-1',
                        hand !== undefined && hand.unit === unit.id && 'bg-jacaranda-soft',
                      )}
                      style={{ gridTemplateColumns: `repeat(${dates.length}, minmax(0, 1fr))` }}
                    >
                      {dates.map((date) => (
                        <Day
                          key={date}
                          space={space}
                          unit={unit}
                          date={date}
                          hours={hours}
                          hand={hand}
                          onOpen={onOpen}
                          onKey={walk}
                          onEmpty={onEmpty}
                          onDrop={(pointed, drop) => {
                            const to = pointed.space.units.find(({ id }) => id === drop.unit)
                            if (to !== undefined)
                              onSend({ ...pointed, to, minutes: drop.minutes, longer: drop.longer })
                          }}
                        />
                      ))}
                    </div>
                  </div>
                )
              })}
              <HourShares space={space} dates={dates} hours={hours} dead={dead} />
            </section>
          ))}
        </div>
      </div>
      <p role="status" className="min-h-6 text-sm text-muted">
        {said}
      </p>
      <Legend timeline={timeline} />
    </div>
  )
}

const distance = (a: string | undefined, b: string) => Math.abs(Date.parse(a ?? b) - Date.parse(b))

const isBlock = (claim: TimelineClaim) => claim.block !== undefined && claim.block.closureId === null
/** Bookings that stand and blocks of their own may go elsewhere. */
export const mayCarry = (claim: TimelineClaim) =>
  isBlock(claim) ||
  ((claim.kind === 'booking' || claim.kind === 'rent') && claim.booking?.status === 'confirmed')

/** To another time: a block at once, rented hours as a proposal. A client's visit has its own dialog, since their hours are asked. */
const mayShift = (claim: TimelineClaim) =>
  isBlock(claim) || (claim.kind === 'rent' && claim.booking?.status === 'confirmed')

const shift = (instant: string, minutes: number) =>
  new Date(Date.parse(instant) + minutes * minuteMs).toISOString()

const sentence = (pointed: Pointed, to: TimelineUnit, by: { minutes: number; longer: number }) => {
  const { claim, space } = pointed
  const [from, until] = [shift(claim.startsAt, by.minutes), shift(claim.endsAt, by.minutes + by.longer)]
  const span = {
    from: Date.parse(claim.busyFrom ?? claim.startsAt) + by.minutes * minuteMs,
    until: Date.parse(claim.busyUntil ?? claim.endsAt) + (by.minutes + by.longer) * minuteMs,
  }
  const kept = keptFor(to, span)
  const state = !isFree(to, span, claim) ? 'ocupada' : kept === undefined ? 'libre' : `guardada para ${kept}`
  return `${to.name}, ${timeOf(from, space.zone)} a ${timeOf(until, space.zone)}: ${state}`
}

/** As it is read aloud. */
export const nameOf = ({ space, unit, claim }: Pointed) => {
  const when = `${longDate(dateIn(claim.startsAt, space.zone))}, ${timeOf(claim.startsAt, space.zone)} a ${timeOf(claim.endsAt, space.zone)}`
  return `${claimKinds[claim.kind]}, ${unit.name}, ${when}, ${whoOf(claim)}`
}

export const whoOf = (claim: TimelineClaim) => {
  if (claim.booking !== undefined)
    return claim.booking.client === null
      ? claim.booking.professional
      : `${claim.booking.professional} con ${claim.booking.client}${claim.booking.persons === undefined ? '' : `, ${claim.booking.persons} personas`}`
  if (claim.keptFor !== undefined) return `guardada para ${claim.keptFor}`
  if (claim.kind === 'class') return claim.professional ?? ''
  if (claim.kind === 'shut') return 'fuera de su horario'
  if (claim.block !== undefined) return claim.block.reason === '' ? 'sin motivo' : claim.block.reason
  return claim.kind === 'hold' ? 'alguien lo está pagando' : 'ocupada'
}

const hourList = ({ from, to }: Hours) => Array.from({ length: to - from }, (_, index) => from + index)

const Head = ({ dates, hours, today }: { dates: readonly string[]; hours: Hours; today: string }) => (
  <div aria-hidden className="sticky top-0 z-20 flex border-b border-line bg-surface">
    <span className="sticky left-0 z-10 w-28 shrink-0 bg-surface sm:w-40" />
    <div className="grid flex-1" style={{ gridTemplateColumns: `repeat(${dates.length}, minmax(0, 1fr))` }}>
      {dates.map((date) => {
        const { weekday, day } = partsOfDate(date)
        return (
          <div
            key={date}
            className={classNames('border-l border-line pt-2', date === today && 'bg-jacaranda-soft')}
          >
            <p
              className={classNames(
                'px-2 text-sm',
                date === today ? 'font-bold text-jacaranda-deep' : 'font-semibold',
              )}
            >
              {weekday} {day}
            </p>
            <div className="relative h-5">
              {hourList(hours).map((hour) => {
                const at = place({ from: hour * 60, to: hour * 60 + 60 }, hours)
                return at === null ? null : (
                  <span
                    key={hour}
                    className="figures absolute pl-1 text-[0.6875rem] text-muted"
                    style={{ left: at.left }}
                  >
                    {hour}
                  </span>
                )
              })}
            </div>
          </div>
        )
      })}
    </div>
  </div>
)

const UnitName = ({ space, unit }: { space: TimelineSpace; unit: TimelineUnit }) => {
  const { share } = occupancyOf(space, unit)
  const percent = Math.round(share * 100)
  return (
    <div className="sticky left-0 z-10 flex w-28 shrink-0 flex-col justify-center gap-1 bg-surface px-3 py-2 sm:w-40 sm:px-4">
      <h3 className="truncate font-sans text-[0.9375rem] max-sm:text-sm font-semibold tracking-normal">
        {unit.name}
      </h3>
      <p className="flex items-center gap-2 text-xs text-muted">
        <span aria-hidden className="h-1.5 flex-1 overflow-hidden rounded-full bg-sunk">
          <span className="drawn block h-full rounded-full bg-agave" style={{ width: `${percent}%` }} />
        </span>
        <span className="figures">{unit.active ? `${percent} %` : 'sin uso'}</span>
        <span className="sr-only">de sus horas abiertas reservado</span>
      </p>
    </div>
  )
}

type Drop = { unit: number; minutes: number; longer: number }

const Day = ({
  space,
  unit,
  date,
  hours,
  hand,
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
  onOpen: (pointed: Pointed) => void
  onKey: (event: KeyboardEvent<HTMLElement>, pointed: Pointed, key: string) => void
  onEmpty: (where: { space: TimelineSpace; unit: TimelineUnit; date: string; minute: number }) => void
  onDrop: (pointed: Pointed, drop: Drop) => void
}) => {
  const open = space.open.flatMap((one) => {
    const part = onDate(one.startsAt, one.endsAt, date, space.zone)
    const at = part && place(part, hours)
    return at ? [at] : []
  })
  return (
    <div
      data-day={date}
      className="timeline-stripes group/day relative min-h-14 border-l border-line bg-sunk"
    >
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
      {/* For the pointer; "Bloquear" above the timeline does the same by keyboard. */}
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
                pointed={{ space, unit, claim }}
                at={at}
                held={hand?.key === key}
                hours={hours}
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

const keyOf = (unit: TimelineUnit, claim: TimelineClaim) =>
  `${unit.id} ${claim.booking?.id ?? claim.block?.id ?? ''} ${claim.startsAt}`

/** One claim. A mouse may take it to another unit; blocks and rented hours also to another time, a block by its end longer. */
const Bar = ({
  pointed,
  at,
  held,
  hours,
  onOpen,
  onKey,
  onDrop,
}: {
  pointed: Pointed
  at: { left: string; width: string }
  held: boolean
  hours: Hours
  onOpen: (pointed: Pointed) => void
  onKey: (event: KeyboardEvent<HTMLElement>) => void
  onDrop: (pointed: Pointed, drop: Drop) => void
}) => {
  const { claim, space } = pointed
  const [drag, setDrag] = useState<{ x: number; y: number; dx: number; dy: number; end: boolean }>()
  const moved = drag !== undefined && Math.abs(drag.dx) + Math.abs(drag.dy) > 6
  // Pressing opens; what was dragged does not open on being let go.
  const dragged = useRef(false)
  const carries = mayCarry(claim)
  const block = isBlock(claim)
  const shifts = mayShift(claim)

  const down = (event: PointerEvent<HTMLButtonElement>) => {
    dragged.current = false
    // A finger scrolls; it finds the same in what opens.
    if (!carries || event.pointerType === 'touch' || event.button !== 0) return
    const box = event.currentTarget.getBoundingClientRect()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ x: event.clientX, y: event.clientY, dx: 0, dy: 0, end: block && event.clientX > box.right - 8 })
  }
  const move = (event: PointerEvent<HTMLButtonElement>) => {
    if (drag !== undefined) setDrag({ ...drag, dx: event.clientX - drag.x, dy: event.clientY - drag.y })
  }
  const up = (event: PointerEvent<HTMLButtonElement>) => {
    if (drag === undefined) return
    setDrag(undefined)
    if (!moved) return
    dragged.current = true
    const width = event.currentTarget.closest('[data-day]')?.getBoundingClientRect().width ?? 1
    const perMinute = width / ((hours.to - hours.from) * 60)
    const days = Math.round(drag.dx / width)
    const rest = drag.dx - days * width
    const by = days * 1440 + Math.round(rest / perMinute / step) * step
    // Not what is carried: that is still its old unit's.
    const under = document
      .elementsFromPoint(event.clientX, event.clientY)
      .filter((element) => !event.currentTarget.contains(element))
      .flatMap((element) => element.closest('[data-unit]') ?? [])[0]
    const unit = Number(under?.getAttribute('data-unit') ?? pointed.unit.id)
    if (drag.end) onDrop(pointed, { unit: pointed.unit.id, minutes: 0, longer: by })
    // A hand that goes up or down is not quite steady: of what must be asked for, half an hour is the least.
    else onDrop(pointed, { unit, minutes: block || (shifts && Math.abs(by) >= 2 * step) ? by : 0, longer: 0 })
  }
  return (
    <button
      type="button"
      data-claim
      data-at={claim.startsAt}
      aria-label={nameOf(pointed)}
      aria-keyshortcuts={carries ? 'M' : undefined}
      title={`${timeOf(claim.startsAt, space.zone)}–${timeOf(claim.endsAt, space.zone)} ${whoOf(claim)}`}
      className={classNames(
        'absolute inset-y-1.5 z-[1] flex min-w-6 items-center overflow-hidden rounded-sm px-1.5 text-left text-xs leading-tight font-semibold focus-visible:z-[5]',
        looks[claim.kind],
        carries && 'cursor-grab',
        held && 'ring-3 ring-jacaranda ring-offset-2',
        moved && 'z-[6] opacity-80 shadow-high',
      )}
      style={{
        ...at,
        ...(moved
          ? drag.end
            ? { width: `calc(${at.width} + ${drag.dx}px)` }
            : { transform: `translate(${shifts ? drag.dx : 0}px, ${drag.dy}px)` }
          : {}),
      }}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => setDrag(undefined)}
      onKeyDown={onKey}
      onClick={() => {
        if (dragged.current) dragged.current = false
        else onOpen(pointed)
      }}
    >
      <span aria-hidden className="truncate">
        {claim.booking?.client ??
          claim.booking?.professional ??
          claim.professional ??
          claim.keptFor ??
          (claim.block === undefined ? '' : claim.block.reason)}
      </span>
      {block ? <span aria-hidden className="absolute inset-y-0 right-0 w-2 cursor-ew-resize" /> : null}
    </button>
  )
}

/** How full each hour is, drawn; the list of quiet hours below says the same in words. */
const HourShares = ({
  space,
  dates,
  hours,
  dead,
}: {
  space: TimelineSpace
  dates: readonly string[]
  hours: Hours
  dead: (spaceId: number, date: string, hour: number) => boolean
}) => (
  <div aria-hidden className="flex border-t border-line">
    <p className="sticky left-0 z-10 w-28 shrink-0 bg-surface px-3 py-1.5 text-xs text-muted sm:w-40 sm:px-4">
      Por hora
    </p>
    <div className="grid flex-1" style={{ gridTemplateColumns: `repeat(${dates.length}, minmax(0, 1fr))` }}>
      {dates.map((date) => (
        <div key={date} className="flex h-8 items-end border-l border-line">
          {hourList(hours).map((hour) => {
            const { share, open, booked } = hourShare(space, date, hour)
            const quiet = share !== null && dead(space.id, date, hour)
            return (
              <span
                key={hour}
                title={
                  share === null
                    ? undefined
                    : `${hour}:00 · ${Math.round((booked / open) * 100)} % reservado${quiet ? ' · hora muerta' : ''}`
                }
                className={classNames('flex h-full flex-1 items-end', quiet && 'bg-maiz-soft')}
              >
                {share === null ? null : (
                  <span
                    className="drawn w-full bg-agave"
                    style={{ height: `${Math.max(share === 0 ? 0 : 8, share * 100)}%` }}
                  />
                )}
              </span>
            )
          })}
        </div>
      ))}
    </div>
  </div>
)

const Legend = ({ timeline }: { timeline: View }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-muted">
    <ul aria-label="Qué significa cada color" className="flex flex-wrap gap-x-4 gap-y-2">
      {kindsIn(timeline).map((kind) => (
        <li key={kind} className="flex items-center gap-2">
          <span aria-hidden className={classNames('h-4 w-6 rounded-xs', looks[kind])} />
          {claimKinds[kind]}
        </li>
      ))}
      <li className="flex items-center gap-2">
        <span aria-hidden className="timeline-stripes h-4 w-6 rounded-xs bg-sunk" />
        Fuera de horario
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden className="h-4 w-6 rounded-xs bg-maiz-soft" />
        Hora muerta
      </li>
    </ul>
    <p className="hidden lg:block">
      <Plus aria-hidden className="mr-1 inline size-4" />
      Toca un hueco para bloquearlo. Teclado: flechas recorren, Entrar abre, M mueve.
    </p>
  </div>
)
