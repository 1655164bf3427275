import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ownSeriesPreview } from '#contract/booking/series/own-appointment.ts'
import type { Rhythm } from '#contract/booking/series/series.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'
import type { Further } from '#web/parts/booking/series/arranged-dates.tsx'
import { RhythmFields, SeriesDates, useChosenDates } from '#web/parts/booking/series/series-dates.tsx'
import type { OwnAppointmentForm } from '#web/parts/booking/series/use-own-appointment.ts'
import { Button } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

/** Repeats it on further dates: how often, and what each date offers before anything is saved. */
export const OwnAppointmentRepeat = ({ form }: { form: OwnAppointmentForm }) =>
  form.visit.persons > 1 ? null : form.further === undefined || form.hour === undefined ? (
    <Button
      tone="quiet"
      size="small"
      className="self-start"
      blocked={form.hour === undefined ? 'Elige una hora libre.' : undefined}
      onClick={() => form.setFurther({ every: '2w', tokens: [] })}
    >
      Repetir
    </Button>
  ) : (
    <Dates
      slotToken={form.hour.slot.token}
      client={form.client?.id}
      onChange={form.setFurther}
      onStop={() => form.setFurther(undefined)}
    />
  )

const Dates = ({
  slotToken,
  client,
  onChange,
  onStop,
}: {
  slotToken: string
  client: number | undefined
  onChange: (further: Further) => void
  onStop: () => void
}) => {
  const rhythm = useForm<{ every: Rhythm; times: number }>({ initial: () => ({ every: '2w', times: 4 }) })
  const { every, times } = rhythm.values
  const answer = useQuery({
    ...reading(ownSeriesPreview, {
      query: { slotToken, every, times, ...(client === undefined ? {} : { client }) },
    }),
    staleTime: minuteMs,
  })
  const chosen = useChosenDates(answer.data)
  const tokens = chosen.slots.map(({ token }) => token).join()
  useEffect(
    () => onChange({ every, tokens: tokens === '' ? [] : tokens.split(',') }),
    // The list is a new one at each render; its content is what counts.
    [every, tokens, onChange],
  )
  return (
    <fieldset className="flex flex-col gap-4 rounded-md border border-line p-4">
      <legend className="px-1 font-semibold">Repetir</legend>
      <RhythmFields
        every={every}
        onEvery={rhythm.pick('every').onChange}
        times={times}
        onTimes={rhythm.pick('times').onChange}
      />
      <SeriesDates answer={answer} chosen={chosen} />
      <Button tone="quiet" size="small" className="self-start" onClick={onStop}>
        No repetir
      </Button>
    </fieldset>
  )
}
