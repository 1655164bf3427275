import * as contract from '#contract/booking/support/support.ts'
import type { SupportBooking } from '#contract/booking/support/support.ts'
import { accountText } from '#contract/booking/support/ledger-words.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call, keyOf } from '#web/api.ts'
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
import { NumberField } from '#web/ui/form/number-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

export type Acting = { of: SupportBooking; onClose: () => void }

/** Reloaded after each act. */
export const changed = [keyOf(contract.supportBooking), keyOf(contract.findBookings)]

/** Refunds the client by the original payment method, at Kalli's cost. */
export const GoodwillForm = (acting: Acting) => {
  const { of: one, onClose } = acting
  const draft = `support-goodwill-${one.id}`
  const { reason, write, missing } = useWritten(draft)
  const form = useForm({ initial: { cents: Number.NaN }, draft })
  const { cents } = form.values
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
      description={`Llega al cliente por donde pagó; nadie más paga. Le quedan ${formatCents(left)} sin devolver.`}
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
      <NumberField kind="pesos" label="Cuánto, en pesos" from={100} {...form.pick('cents')} />
      {preview.shown}
      <Reason value={reason} onChange={write} />
      {needsTwo ? <TwoPersons /> : null}
      <Failed error={giving.error} />
    </Shell>
  )
}

/** Posts the exact reversal of one journal. */
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
          label: `${line.account} ${accountText(line.account, line.name)}`,
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
