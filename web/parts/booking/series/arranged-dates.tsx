import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import { arrangedPreview } from '#contract/booking/series/series-more.ts'
import type { Rhythm } from '#contract/booking/series/series.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'
import { RhythmFields, SeriesDates, useChosenDates } from '#web/parts/booking/series/series-dates.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

export type Further = { every: Rhythm; tokens: string[] }

/** The dates on which an hour chosen for a client is repeated. */
export default function ArrangedDates({
  slot,
  onChange,
}: {
  slot: Slot
  onChange: (further: Further) => void
}) {
  const form = useForm<{ every: Rhythm; times: number }>({ initial: () => ({ every: '2w', times: 4 }) })
  const { every, times } = form.values
  const answer = useQuery({
    ...reading(arrangedPreview, { query: { slotToken: slot.token, every, times } }),
    staleTime: minuteMs,
    refetchInterval: 5 * minuteMs,
  })
  const chosen = useChosenDates(answer.data)
  const { slots, totalCents } = chosen
  const tokens = slots.map(({ token }) => token).join()
  useEffect(
    () => onChange({ every, tokens: tokens === '' ? [] : tokens.split(',') }),
    // The list is a new one at each render; its content is what counts.
    [every, tokens, onChange],
  )
  return (
    <div className="flex flex-col gap-5">
      <RhythmFields
        every={every}
        onEvery={form.pick('every').onChange}
        times={times}
        onTimes={form.pick('times').onChange}
      />
      <SeriesDates answer={answer} chosen={chosen} />
      {slots.length === 0 ? null : (
        <p className="rounded-md bg-sunk px-4 py-3 text-[0.9375rem]">
          <strong className="figures">{formatCents(slot.totalCents + totalCents)}</strong> por{' '}
          {slots.length + 1} citas. Tu cliente las acepta juntas y da su tarjeta una vez; cada cita se cobra
          por separado.
        </p>
      )}
    </div>
  )
}
