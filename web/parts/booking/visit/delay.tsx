import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import { booking as bookingEndpoint } from '#contract/booking/booking.ts'
import type { Booking } from '#contract/booking/booking.ts'
import * as contract from '#contract/booking/visit/delay.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call, keyOf } from '#web/api.ts'
import { clientName } from '#contract/booking/client/client-name.ts'
import { arrivesAt } from '#web/parts/booking/summary/delay-words.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { Button } from '#web/ui/button.tsx'
import { useMinute } from '#web/ui/minute.ts'
import { toast } from '#web/ui/toast.ts'

type Props = { booking: Booking; as: 'client' | 'professional'; token?: string | undefined }

/** The other party's announced delay, and one tap to announce one's own. Hidden until it is time. */
export default function Delay({ booking: one, as, token }: Props) {
  const minute = useMinute()
  const now = new Date(minute)
  // Deadlines are computed in the browser.
  const may = minute === 0 ? { allowed: false } : contract.mayReportDelay(one, now)
  const own = one.delays[as]
  const other = one.delays[as === 'client' ? 'professional' : 'client']
  if (!may.allowed && own === null && other === null) return null
  const otherName = as === 'client' ? one.professional.firstName : (one.client?.firstName ?? 'Tu cliente')
  return (
    <div className="flex flex-col gap-3">
      {other === null ? null : (
        <p className="flex items-start gap-2 rounded-md bg-maiz-soft px-4 py-2.5 text-[0.9375rem] text-maiz-ink">
          <Timer aria-hidden className="mt-0.5 size-5 shrink-0" />
          <span>
            <span className="font-semibold">
              {otherName} avisó que llega {other.minutes} min tarde
            </span>
            , cerca de las <span className="figures">{arrivesAt(one, other.minutes)}</span>.
          </span>
        </p>
      )}
      {may.allowed ? (
        <Choose booking={one} as={as} token={token} now={now} otherName={otherName} />
      ) : own === null ? null : (
        <p className="text-[0.9375rem] text-muted">Avisaste que ibas {own.minutes} min tarde.</p>
      )}
    </div>
  )
}

const Choose = ({ booking: one, as, token, now, otherName }: Props & { now: Date; otherName: string }) => {
  const queryClient = useQueryClient()
  const refreshBookings = useRefreshBookings()
  const own = one.delays[as]
  const telling = useMutation({
    mutationFn: (minutes: (typeof contract.delayMinutes)[number]) =>
      call(contract.reportDelay, {
        params: { id: one.id },
        query: token === undefined ? {} : { t: token },
        body: { as, minutes },
      }),
    onSuccess: (_, minutes) =>
      toast(`Le avisamos a ${otherName}`, `Sabe que llegas ${minutes} min tarde.`, 'good'),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(bookingEndpoint) })
      await refreshBookings()
    },
  })
  return (
    <div
      role="group"
      aria-label="Si vas tarde"
      className="flex flex-col gap-3 rounded-md bg-sunk px-4 py-3.5"
    >
      <p className="text-[0.9375rem]">
        {own === null ? (
          <>
            <span className="font-semibold">¿Vas tarde?</span> Dile a {otherName} cuántos minutos.
          </>
        ) : (
          <>
            <span className="font-semibold">Avisaste que llegas {own.minutes} min tarde.</span> ¿Cambió?
            Vuelve a tocar.
          </>
        )}
      </p>
      <div className="flex gap-2">
        {contract.delaysLeft(one.startsAt, now).map((minutes) => (
          <Button
            key={minutes}
            tone="secondary"
            size="small"
            aria-pressed={own?.minutes === minutes}
            busy={telling.isPending && telling.variables === minutes}
            className="max-w-16 min-w-0 flex-1"
            onClick={() => telling.mutate(minutes)}
          >
            <span className="figures">
              {minutes}
              <span className="sr-only"> min</span>
            </span>
          </Button>
        ))}
      </div>
      {as === 'client' || own !== null || now.getTime() >= Date.parse(one.startsAt) ? (
        <p className="text-sm text-muted">{afterTolerance(one, as)}</p>
      ) : null}
      {telling.isError ? (
        <p role="alert" className="font-medium text-chile">
          {telling.error.message}
        </p>
      ) : null}
    </div>
  )
}

const afterTolerance = (
  { client, professional, policy, toleranceMinutes }: Booking,
  as: 'client' | 'professional',
) =>
  as === 'professional'
    ? `Desde ${toleranceMinutes} minutos después de la hora ${clientName({ client })} puede registrar que no llegaste y no pagar nada.`
    : `Se te espera ${toleranceMinutes} minutos. Después ${professional.firstName} puede registrar que no llegaste: ${
        policy === null || policy.noShowFeeCents === 0
          ? 'no se te cobra nada.'
          : `la política ${policy.label} cobra ${formatCents(policy.noShowFeeCents)}.`
      }`
