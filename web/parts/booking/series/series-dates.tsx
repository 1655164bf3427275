import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import {
  type CouponState,
  couponStates,
  dateStates,
  type Rhythm,
  rhythms,
  type SeriesDate,
  type SeriesPreview,
  seriesVisits,
} from '#contract/booking/series/series.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

const allRhythms = ['1w', '2w', '3w', '4w', 'month'] as const satisfies readonly Rhythm[]

const counts = Array.from(
  { length: seriesVisits.most - seriesVisits.least + 1 },
  (_, index) => seriesVisits.least + index,
)

/** How often, and how many visits in total. */
export const RhythmFields = ({
  every,
  onEvery,
  times,
  onTimes,
}: {
  every: Rhythm
  onEvery: (every: Rhythm) => void
  times: number
  onTimes: (times: number) => void
}) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Field label="Cada cuánto">
      {(control) => (
        <Select
          {...control}
          value={every}
          onChange={(event) => {
            const next = allRhythms.find((one) => one === event.target.value)
            if (next !== undefined) onEvery(next)
          }}
        >
          {allRhythms.map((one) => (
            <option key={one} value={one}>
              {rhythms[one]}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <Field label="Cuántas citas en total">
      {(control) => (
        <Select {...control} value={times} onChange={(event) => onTimes(Number(event.target.value))}>
          {counts.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </Select>
      )}
    </Field>
  </div>
)

/**
 * The slot taken on each date: a chosen alternative, none if left out, else the free one. The coupon applies to the first dates that it is
 * valid for, as far as it has uses left.
 */
export const useChosenDates = (preview: SeriesPreview | undefined) => {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const slots = (preview?.dates ?? []).flatMap((date) => chosenOf(date, chosen[date.date]) ?? [])
  const withCoupon = slots
    .flatMap(({ token, withCouponCents }) =>
      withCouponCents === undefined ? [] : [{ slotToken: token, totalCents: withCouponCents }],
    )
    .slice(0, preview?.coupon?.left ?? slots.length)
  const lessOf = (slot: Slot) => withCoupon.find(({ slotToken }) => slotToken === slot.token)?.totalCents
  return {
    slots,
    withCoupon,
    lessOf,
    totalCents: slots.reduce((sum, slot) => sum + (lessOf(slot) ?? slot.totalCents), 0),
    of: (date: SeriesDate) => chosenOf(date, chosen[date.date]),
    choose: (date: string, choice: string) => setChosen({ ...chosen, [date]: choice }),
  }
}

/** Each date with its slots; a price that differs from the agreed one is marked as new. */
export const SeriesDates = ({
  answer,
  chosen,
}: {
  answer: UseQueryResult<SeriesPreview>
  chosen: ReturnType<typeof useChosenDates>
}) =>
  answer.isPending ? (
    <div aria-busy="true" className="flex flex-col gap-3">
      <span className="sr-only">Buscando las fechas…</span>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  ) : answer.isLoadingError ? (
    <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  ) : answer.data === undefined ? null : (
    <>
      {chosen.slots.every(
        (slot) => (chosen.lessOf(slot) ?? slot.totalCents) === answer.data.agreedCents,
      ) ? null : (
        <p className="rounded-md bg-maiz-soft px-4 py-3 text-[0.9375rem] text-maiz-ink">
          Hay fechas con otro precio: la cita que se repite cuesta {formatCents(answer.data.agreedCents)}.
        </p>
      )}
      {answer.data.coupon === null ? null : (
        <p className="rounded-md bg-agave-soft px-4 py-3 text-[0.9375rem] text-agave">
          {chosen.withCoupon.length === 0
            ? `El cupón ${answer.data.coupon.code} no cuenta en estas fechas.`
            : `El cupón ${answer.data.coupon.code} cuenta en ${chosen.withCoupon.length} de ${chosen.slots.length} ${chosen.slots.length === 1 ? 'fecha' : 'fechas'}.`}
        </p>
      )}
      {answer.data.policy === null ? null : (
        <p className="rounded-md bg-maiz-soft px-4 py-3 text-[0.9375rem] text-maiz-ink">
          Las citas nuevas tienen otra política: cancelación {answer.data.policy.label}.{' '}
          {answer.data.policy.text}
        </p>
      )}
      <ol className="flex flex-col divide-y divide-line">
        {answer.data.dates.map((date) => (
          <OneDate
            key={date.date}
            date={date}
            zone={answer.data.zone}
            chosen={chosen.of(date)}
            lessOf={chosen.lessOf}
            onChoose={(choice) => chosen.choose(date.date, choice)}
          />
        ))}
      </ol>
    </>
  )

const left = 'none'

/** A free slot is taken unless left out; an alternative only where it was chosen and is still offered. */
const chosenOf = ({ slot, alternatives }: SeriesDate, choice: string | undefined) => {
  if (choice === left) return undefined
  if (slot !== null) return slot
  return alternatives.find(({ startsAt }) => startsAt === choice)
}

const longDay = new Intl.DateTimeFormat('es-MX', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
const dayText = (date: string) => longDay.format(new Date(`${date}T00:00:00Z`)).replace(',', '')

/** With the current choices: a coupon use that one date does not need goes to the next. */
const couponOf = ({ coupon }: SeriesDate, isUsed: boolean): CouponState =>
  isUsed ? 'counts' : coupon === null || coupon === 'counts' ? 'used_up' : coupon

/** Reasons as a part of another sentence. */
export const inOneSentence = (reasons: readonly string[]) =>
  reasons.map((reason) => reason.charAt(0).toLowerCase() + reason.slice(1)).join('; ')

const OneDate = ({
  date,
  zone,
  chosen,
  lessOf,
  onChoose,
}: {
  date: SeriesDate
  zone: string
  chosen: Slot | undefined
  /** The price with the coupon, where it is used. */
  lessOf: (slot: Slot) => number | undefined
  onChoose: (choice: string) => void
}) => {
  const words = dayText(date.date)
  const badge = <Badge tone={date.state === 'free' ? 'agave' : 'maiz'}>{dateStates[date.state]}</Badge>
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      {date.slot !== null ? (
        <Checkbox
          label={
            <>
              <span className="block font-semibold first-letter:uppercase">{words}</span>{' '}
              <span className="figures block text-sm text-muted">
                {timeOf(date.slot.startsAt, zone)} · {formatCents(lessOf(date.slot) ?? date.slot.totalCents)}
              </span>
            </>
          }
          checked={chosen !== undefined}
          onChange={(event) => onChoose(event.target.checked ? '' : left)}
        />
      ) : (
        <span className="flex min-h-11 items-center font-semibold">
          <span className="block first-letter:uppercase">{words}</span>
        </span>
      )}
      {badge}
      {chosen === undefined || date.coupon === null ? null : (
        <span className="w-full text-sm text-muted">
          {couponStates[couponOf(date, lessOf(chosen) !== undefined)]}
        </span>
      )}
      {chosen === undefined || date.overrides === undefined ? null : (
        <span className="w-full text-sm text-maiz-ink">
          No se la ofreces a tus clientes: {inOneSentence(date.overrides)}.
        </span>
      )}
      {date.alternatives.length === 0 ? null : (
        <Field label={`Otra hora el ${words}`} hideLabel className="w-full">
          {(control) => (
            <Select
              {...control}
              value={chosen?.startsAt ?? left}
              onChange={(event) => onChoose(event.target.value)}
            >
              <option value={left}>No reservar ese día</option>
              {date.alternatives.map(({ startsAt, totalCents }) => (
                <option key={startsAt} value={startsAt}>
                  {timeOf(startsAt, zone)} ·{' '}
                  {formatCents((chosen?.startsAt === startsAt ? lessOf(chosen) : undefined) ?? totalCents)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </li>
  )
}
