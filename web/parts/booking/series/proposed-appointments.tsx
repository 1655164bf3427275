import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as appointment from '#contract/booking/series/appointment.ts'
import type { ProposedAppointment } from '#contract/booking/series/appointment.ts'
import { formatCents } from '#contract/platform/money.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { Question } from '#web/parts/time/question.tsx'
import { dateIn, shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** Appointments proposed to clients that await acceptance, of one day or all; nothing where there is none. */
export default function ProposedAppointments({ date }: { date?: string }) {
  const answer = useQuery({ ...reading(appointment.proposedAppointments), refetchInterval: minuteMs })
  if (answer.isLoadingError)
    return (
      <p role="alert" className="font-medium text-chile">
        No pudimos cargar tus propuestas: {answer.error.message}
      </p>
    )
  const all = (answer.data ?? []).filter((one) =>
    date === undefined
      ? true
      : [one, ...one.further].some(({ startsAt }) => dateIn(startsAt, one.zone) === date),
  )
  if (all.length === 0) return null
  return (
    <section className="mt-4 flex flex-col gap-3">
      <h2 className="text-2xl">Esperan a tu cliente</h2>
      <ol className="flex flex-col gap-3">
        {all.map((one) => (
          <li key={one.id}>
            <Proposed one={one} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const Proposed = ({ one }: { one: ProposedAppointment }) => {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf(appointment.proposedAppointments) })
  const withdrawing = useMutation({
    mutationFn: () => call(appointment.withdrawAppointment, { params: { id: one.id } }),
    onSuccess: async () => {
      toast('Propuesta retirada', 'Tu hora vuelve a estar libre.', 'good')
      await refresh()
    },
    onError: () => void refresh(),
  })
  return (
    <Question
      title={[one.firstName, one.lastName].filter(Boolean).join(' ')}
      about={[
        one.accepted ? 'Aceptó, falta su pago' : '',
        one.service,
        formatCents(one.totalCents),
        one.place,
      ]
        .filter(Boolean)
        .join(' · ')}
      when={shortOf(one.startsAt, one.zone)}
      until={one.accepted ? null : one.expiresAt}
      onEnd={() => void refresh()}
      isNext={false}
      isShown={false}
    >
      <p className="text-[0.9375rem]">
        <span className="inline-block font-semibold first-letter:uppercase">
          {shortOf(one.startsAt, one.zone)}
        </span>{' '}
        {one.further.length === 0 ? null : (
          <span>
            y {one.further.length === 1 ? 'una fecha más' : `${one.further.length} fechas más`}, hasta el{' '}
            {shortOf(one.further.at(-1)?.startsAt ?? one.startsAt, one.zone)}{' '}
          </span>
        )}
        <span className="text-muted">· enlace enviado a {one.sentTo}</span>
      </p>
      {withdrawing.isError ? (
        <p role="alert" className="font-medium text-chile">
          {withdrawing.error.message}
        </p>
      ) : null}
      <div>
        <Button tone="quiet" size="small" busy={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
          Retirar propuesta
        </Button>
      </div>
    </Question>
  )
}
