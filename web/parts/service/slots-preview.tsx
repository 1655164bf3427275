import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { previewSlots } from '#contract/availability/service-preview.ts'
import { call } from '#web/api.ts'
import { DayOfStarts } from '#web/parts/time/day-of-starts.tsx'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { addDays } from '#web/parts/time/wall-clock.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** The slots of a date with the unsaved values. */
export default function SlotsPreview({
  serviceId,
  draft,
  today,
}: {
  serviceId: number
  draft: ServiceDraft
  today: string
}) {
  const [date, setDate] = useState(addDays(today, 1))
  const body = useDeferredValue(triedOf(draft))
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date)
  const answer = useQuery({
    queryKey: ['service-preview', serviceId, date, JSON.stringify(body)],
    queryFn: ({ signal }) =>
      call(previewSlots, { params: { id: serviceId }, query: { date }, body }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isDate,
  })
  return (
    <section aria-labelledby="slots-preview" className="flex flex-col gap-4 border-t border-line pt-5">
      <h2 id="slots-preview" className="text-lg">
        Así se ofrecería
      </h2>
      <Field label="Fecha" className="max-w-56">
        {(control) => (
          <Input
            {...control}
            type="date"
            min={today}
            value={date}
            onChange={(event) => setDate(event.target.value)}
          />
        )}
      </Field>
      {answer.isPending ? (
        <>
          <span className="sr-only">Buscando los horarios…</span>
          <Skeleton className="h-24 rounded-md" />
        </>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        <div role="status" aria-busy={answer.isPlaceholderData || undefined}>
          <DayOfStarts day={answer.data} />
        </div>
      )}
    </section>
  )
}

const triedOf = ({
  durationMinutes,
  bufferBeforeMinutes,
  bufferAfterMinutes,
  phases,
  needs,
  stepMinutes,
  noticeMinutes,
  horizonDays,
  dailyCap,
  ownHours,
  offeredFrom,
  offeredTo,
  priceCents,
}: ServiceDraft) => ({
  durationMinutes,
  bufferBeforeMinutes,
  bufferAfterMinutes,
  phases,
  needs,
  stepMinutes,
  noticeMinutes,
  horizonDays,
  dailyCap,
  ownHours,
  offeredFrom,
  offeredTo,
  priceCents,
})
