import * as contract from '#contract/hiring/agreement.ts'
import type { Agreement, TerminateQuote } from '#contract/hiring/agreement.ts'
import { call, reading } from '#web/api.ts'
import { reasonOf, useMove } from '#web/parts/hiring/use-move.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { dateIn, dayOf, shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import * as booking from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

export const RenewDialog = ({ one, onClose }: { one: Agreement; onClose: () => void }) => {
  const form = useForm({ initial: { validTo: '' }, draft: `renewal-${one.id}` })
  const { validTo } = form.values
  const move = useMove(
    () =>
      call(contract.renewAgreement, {
        params: { id: one.id },
        body: { version: one.version, as: 'ask', validTo: validTo === '' ? null : validTo },
      }),
    { title: 'Renovación pedida', text: 'Sigue en cuanto la otra parte acepte.' },
    () => {
      form.accept()
      onClose()
    },
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      error={reasonOf(move.error)}
      title="Renovar el convenio"
      description="Con las mismas condiciones; la otra parte lo confirma."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button busy={move.isPending} onClick={() => move.mutate(undefined)}>
            Pedir renovación
          </Button>
        </>
      }
    >
      <Field label="Hasta" required={false} hint="Vacío: sin fecha de término.">
        {(control) => (
          <Input
            {...control}
            type="date"
            min={one.validTo === null ? undefined : dateIn(one.validTo, one.zone)}
            {...form.text('validTo')}
          />
        )}
      </Field>
    </Dialog>
  )
}

const CancelDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/cancellation/cancel-dialog.tsx')).CancelDialog,
}))

/** What ending an agreement does to each booking; each goes ahead unless it is cancelled with its own quote. */
export const EndDialog = ({ one, onClose }: { one: Agreement; onClose: () => void }) => {
  const form = useForm({ initial: { reason: '' }, draft: `agreement-end-${one.id}` })
  const { reason } = form.values
  const quoting = useMutation({
    mutationFn: () => call(contract.terminateQuote, { params: { id: one.id } }),
  })
  const ask = quoting.mutate
  useEffect(() => ask(), [ask])
  const move = useMove(
    () =>
      call(contract.terminateAgreement, { params: { id: one.id }, body: { version: one.version, reason } }),
    { title: 'Aviso enviado', text: 'Las citas confirmadas se respetan.' },
    () => {
      form.accept()
      onClose()
    },
  )
  const quote = quoting.data
  return (
    <Dialog
      open
      onOpenChange={onClose}
      error={reasonOf(move.error)}
      title="Terminar el convenio"
      description={
        quote === undefined
          ? undefined
          : `Con ${quote.noticeDays} ${quote.noticeDays === 1 ? 'día' : 'días'} de aviso termina el ${dayOf(quote.endsAt, quote.zone)}.`
      }
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Conservarlo
          </Button>
          <Button
            tone="danger"
            blocked={
              quote !== undefined
                ? undefined
                : quoting.isError
                  ? 'Sin saber qué pasa con las citas no se termina.'
                  : 'Estamos revisando qué pasa con las citas.'
            }
            busy={move.isPending}
            onClick={() => move.mutate(undefined)}
          >
            Dar aviso
          </Button>
        </>
      }
    >
      {quoting.isError ? (
        <ErrorState
          title="No se puede terminar"
          text={quoting.error.message}
          onRetry={() => quoting.mutate()}
        />
      ) : quote === undefined ? (
        <Skeleton className="h-24" />
      ) : (
        <div className="flex flex-col gap-5">
          <Affected quote={quote} role={one.role} />
          <Field label="Motivo" required={false} hint="Lo lee la otra parte.">
            {(control) => <TextArea {...control} rows={2} maxLength={300} {...form.text('reason')} />}
          </Field>
        </div>
      )}
    </Dialog>
  )
}

const Affected = ({ quote, role }: { quote: TerminateQuote; role: Agreement['role'] }) => {
  const [cancelling, setCancelling] = useState<string>()
  if (quote.bookings.length === 0) return <p>No hay citas confirmadas por venir.</p>
  return (
    <section>
      <h4 className="mb-2 font-semibold">
        {quote.bookings.length} {quote.bookings.length === 1 ? 'cita confirmada' : 'citas confirmadas'}: se
        respetan
      </h4>
      <ul className="divide-y divide-line rounded-md border border-line">
        {quote.bookings.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3.5 py-2.5"
          >
            <span className="min-w-0">
              <span className="figures block font-semibold">{shortOf(one.startsAt, quote.zone)}</span>
              <span className="text-sm text-muted">
                {one.serviceName}
                {one.clientFirstName === null ? '' : ` · ${one.clientFirstName}`} · renta{' '}
                {formatCents(one.rentCents)}
                {one.afterEnd ? ' · después del último día' : ''}
              </span>
            </span>
            <Button tone="quiet" size="small" onClick={() => setCancelling(one.id)}>
              Cancelar esta<span className="sr-only"> del {shortOf(one.startsAt, quote.zone)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">Cancelar una muestra antes su costo.</p>
      {cancelling === undefined ? null : (
        <CancelOne id={cancelling} as={role} onClose={() => setCancelling(undefined)} />
      )}
    </section>
  )
}

const CancelOne = ({ id, as, onClose }: { id: string; as: Agreement['role']; onClose: () => void }) => {
  const answer = useQuery(reading(booking.booking, { params: { id }, query: {} }))
  return answer.data === undefined ? (
    <Opening />
  ) : (
    <Suspense fallback={<Opening />}>
      <CancelDialog booking={answer.data} as={as} open onOpenChange={onClose} />
    </Suspense>
  )
}
