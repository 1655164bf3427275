import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/support/support.ts'
import type { Fault, SupportBooking, SupportCause } from '#contract/booking/support/support.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call, keyOf } from '#web/api.ts'
import { useKept } from '#web/ui/form/use-kept.ts'
import {
  Failed,
  Reason,
  Shell,
  TwoPersons,
  useWritten,
  useAct,
} from '#web/parts/booking/support/act-parts.tsx'
import { useMoneyPreview } from '#web/parts/booking/support/money-preview.tsx'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { keepDraft, keptDraft } from '#web/ui/form/draft.ts'
import { Field } from '#web/ui/form/field.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { readCents } from '#web/ui/form/number-text.ts'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

type Acting = { of: SupportBooking; onClose: () => void }

/** What is read anew after each act. */
const changed = [keyOf(contract.supportBooking), keyOf(contract.findBookings)]

/** Whose fault, what it comes to for each, why; then the one button. */
export const CancelForm = (acting: Acting) => {
  const { of: one, onClose } = acting
  const draft = `support-cancel-${one.id}`
  const { reason, write, missing } = useWritten(draft)
  const proposed = one.acts.find(({ kind, doneAt }) => kind === 'cancel' && doneAt === null)
  const { draft: chosen, put } = useKept<{ fault: Fault; cause: SupportCause | '' }>(draft, {
    fault: proposed === undefined ? 'nobody' : contract.Fault.parse(proposed.what),
    cause: '',
  })
  const { fault, cause } = chosen
  const quote = useQuery({
    queryKey: ['support-quote', one.id, one.version, fault],
    queryFn: () => call(contract.supportCancelQuote, { params: { id: one.id }, body: { fault } }),
    staleTime: 5 * 60_000,
    gcTime: 0,
    retry: false,
  })
  const cancelling = useAct(
    { draft, said: 'Hecho', changed, onClose },
    (body: { quoteToken: string; cause: SupportCause; reason: string }, options) =>
      call(contract.supportCancel, { params: { id: one.id }, body }, options),
  )
  const quoted = quote.data
  const isMine = proposed?.isMine === true && proposed.what === fault
  const blocked = quote.isPending
    ? 'Estamos calculando lo que toca a cada quien.'
    : quoted === undefined
      ? 'No pudimos calcularlo. Inténtalo otra vez.'
      : isMine && quoted.needsTwo
        ? 'Ya lo propusiste: lo hace otra persona del equipo.'
        : cause === ''
          ? 'Elige qué leen las tres partes.'
          : missing
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="¿Cancelar por Kalli?"
      description="La clienta no paga nada. Avisamos a las tres partes."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            No cancelar
          </Button>
          <Button
            tone="danger"
            busy={cancelling.isPending}
            blocked={blocked}
            onClick={() =>
              quoted !== undefined &&
              cause !== '' &&
              cancelling.mutate(
                { quoteToken: quoted.token, cause, reason },
                { onError: () => void quote.refetch() },
              )
            }
          >
            {quoted?.needsTwo && (proposed === undefined || proposed.what !== fault)
              ? 'Proponer la cancelación'
              : 'Cancelar la reserva'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1.5 text-[0.9375rem] font-semibold">De quién es la culpa</legend>
          {one.faults.map((name) => (
            <Radio
              key={name}
              name="fault"
              value={name}
              checked={fault === name}
              onChange={() => put({ ...chosen, fault: name })}
              label={contract.faultLabels[name]}
            />
          ))}
          {one.kind === 'visit' ? (
            <p className="text-[0.9375rem] text-muted">{contract.faultHints[fault]}</p>
          ) : null}
        </fieldset>
        {quote.isPending ? (
          <div aria-busy="true">
            <span className="sr-only">Calculando…</span>
            <Skeleton className="h-24" />
          </div>
        ) : quoted === undefined ? (
          <ErrorState text={quote.error?.message ?? ''} onRetry={() => void quote.refetch()} />
        ) : (
          (['client', 'professional', 'host'] as const).map((side) =>
            quoted[side].length === 0 ? null : (
              <section key={side} className="flex flex-col gap-1">
                <h3 className="text-[0.9375rem] font-semibold">{sides[side]}</h3>
                <MoneyLines lines={quoted[side]} />
              </section>
            ),
          )
        )}
        <Field label="Qué leen las tres partes">
          {(control) => (
            <Select
              {...control}
              value={cause}
              onChange={(event) => {
                const named = contract.SupportCause.safeParse(event.target.value)
                put({ ...chosen, cause: named.success ? named.data : '' })
              }}
            >
              <option value="">Elige una causa</option>
              {contract.SupportCause.options.map((name) => (
                <option key={name} value={name}>
                  Kalli canceló {contract.supportCauses[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Reason value={reason} onChange={write} />
        {quoted?.needsTwo ? <TwoPersons /> : null}
        <Failed error={cancelling.error} />
      </div>
    </Dialog>
  )
}

const sides = {
  client: 'La clienta',
  professional: 'Quien da el servicio',
  host: 'El espacio',
} as const

/** Back to the client by the way she paid, at the cost of Kalli. */
export const GoodwillForm = (acting: Acting) => {
  const { of: one, onClose } = acting
  const draft = `support-goodwill-${one.id}`
  const { reason, write, missing } = useWritten(draft)
  const [cents, setCents] = useState(() => readCents(keptDraft(draft)['pesos'] ?? '') ?? Number.NaN)
  const left = (one.payment?.capturedCents ?? 0) - (one.payment?.refundedCents ?? 0)
  const isAmount = cents >= 100
  const giving = useAct(
    { draft, said: 'Hecho', changed, onClose },
    (body: { amountCents: number; reason: string }, options) =>
      call(contract.supportGoodwill, { params: { id: one.id }, body }, options),
  )
  const preview = useMoneyPreview(
    isAmount && cents <= left ? { act: 'goodwill', id: one.id, amountCents: cents } : null,
  )
  const needsTwo = isAmount && contract.goodwillNeedsTwo(one.acts, cents)
  const proposed = one.acts.find(
    ({ kind, amountCents, doneAt }) => kind === 'goodwill' && amountCents === cents && doneAt === null,
  )
  return (
    <Shell
      title="Devolver por cuenta de Kalli"
      description={`Llega a la clienta por donde pagó; nadie más paga. Le quedan ${formatCents(left)} sin devolver.`}
      onClose={onClose}
      action={
        <Button
          busy={giving.isPending}
          blocked={
            !isAmount
              ? 'Escribe cuánto, desde $1.'
              : cents > left
                ? `No más de ${formatCents(left)}.`
                : proposed?.isMine
                  ? 'Ya lo propusiste: lo hace otra persona del equipo.'
                  : (preview.blocked ?? missing)
          }
          onClick={() => giving.mutate({ amountCents: cents, reason })}
        >
          {needsTwo && proposed === undefined
            ? 'Proponer'
            : isAmount
              ? `Devolver ${formatCents(cents)}`
              : 'Devolver'}
        </Button>
      }
    >
      <NumberField
        kind="pesos"
        label="Cuánto, en pesos"
        from={100}
        value={cents}
        onChange={(next) => {
          setCents(next)
          keepDraft(draft, 'pesos', Number.isNaN(next) ? '' : String(next / 100))
        }}
      />
      {preview.shown}
      <Reason value={reason} onChange={write} />
      {needsTwo ? <TwoPersons /> : null}
      <Failed error={giving.error} />
    </Shell>
  )
}

/** The exact opposite of one posting. */
export const ReverseForm = ({
  journal,
  ...acting
}: Acting & { journal: SupportBooking['journals'][number] }) => {
  const { of: one, onClose } = acting
  const draft = `support-reverse-${journal.id}`
  const { reason, write, missing } = useWritten(draft)
  const proposed = one.acts.find(
    ({ kind, what, doneAt }) => kind === 'reverse' && what === String(journal.id) && doneAt === null,
  )
  const preview = useMoneyPreview({ act: 'reverse', id: one.id, journal: journal.id })
  const reversing = useAct({ draft, said: 'Hecho', changed, onClose }, (body: { reason: string }, options) =>
    call(contract.supportReverse, { params: { id: one.id, journal: journal.id }, body }, options),
  )
  return (
    <Shell
      title={`¿Revertir el asiento ${journal.id}?`}
      description="Se asienta lo contrario, línea por línea. Lo asentado no se borra."
      onClose={onClose}
      action={
        <Button
          tone="danger"
          busy={reversing.isPending}
          blocked={
            proposed?.isMine
              ? 'Ya lo propusiste: lo hace otra persona del equipo.'
              : (preview.blocked ?? missing)
          }
          onClick={() => reversing.mutate({ reason })}
        >
          {proposed === undefined ? 'Proponer' : 'Revertir'}
        </Button>
      }
    >
      <MoneyLines
        lines={journal.lines.map((line) => ({
          label: `${line.account} ${line.name}`,
          amountCents: -line.amountCents,
        }))}
      />
      {preview.shown}
      <Reason value={reason} onChange={write} />
      <TwoPersons />
      <Failed error={reversing.error} />
    </Shell>
  )
}
