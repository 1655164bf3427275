import { useQuery } from '@tanstack/react-query'
import * as contract from '#contract/booking/support/support.ts'
import type { Fault, SupportCause } from '#contract/booking/support/support.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { call } from '#web/api.ts'
import { type Acting, changed } from '#web/parts/booking/support/act-forms.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Failed, Reason, TwoPersons, useWritten, useAct } from '#web/parts/booking/support/act-parts.tsx'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** Whose fault, the amounts for each party, the reason; then the one button. */
export const CancelForm = (acting: Acting) => {
  const cancel = useSupportCancel(acting)
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : cancel.onClose())}
      title="¿Cancelar por Kalli?"
      description="El cliente no paga nada. Avisamos a las tres partes."
      actions={
        <>
          <Button tone="quiet" onClick={cancel.onClose}>
            No cancelar
          </Button>
          <Button
            tone="danger"
            busy={cancel.cancelling.isPending}
            blocked={cancel.blocked}
            onClick={() =>
              cancel.quoted !== undefined &&
              cancel.cause !== '' &&
              cancel.cancelling.mutate(
                { quoteToken: cancel.quoted.token, cause: cancel.cause, reason: cancel.reason },
                { onError: () => void cancel.quote.refetch() },
              )
            }
          >
            {cancel.quoted?.needsTwo &&
            (cancel.proposed === undefined || cancel.proposed.what !== cancel.fault)
              ? 'Proponer la cancelación'
              : 'Cancelar la reserva'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FaultChoice cancel={cancel} />
        <QuotedSides cancel={cancel} />
        <CauseField cancel={cancel} />
        <Reason value={cancel.reason} onChange={cancel.write} />
        {cancel.quoted?.needsTwo ? <TwoPersons /> : null}
        <Failed error={cancel.cancelling.error} />
      </div>
    </Dialog>
  )
}

const useSupportCancel = (acting: Acting) => {
  const { of: one, onClose } = acting
  const draft = `support-cancel-${one.id}`
  const { reason, write, missing } = useWritten(draft)
  const proposed = one.acts.find(({ kind, doneAt }) => kind === 'cancel' && doneAt === null)
  const form = useForm<{ fault: Fault; cause: SupportCause | '' }>({
    initial: {
      fault: proposed === undefined ? 'nobody' : contract.Fault.parse(proposed.what),
      cause: '',
    },
    draft,
  })
  const { fault, cause } = form.values
  const quote = useQuery({
    queryKey: ['support-quote', one.id, one.version, fault],
    queryFn: () => call(contract.supportCancelQuote, { params: { id: one.id }, body: { fault } }),
    staleTime: 5 * minuteMs,
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
  return {
    onClose,
    cancelling,
    blocked,
    quoted,
    cause,
    reason,
    quote,
    proposed,
    fault,
    one,
    put: form.put,
    write,
  }
}

type SupportCancel = ReturnType<typeof useSupportCancel>

const FaultChoice = ({ cancel }: { cancel: SupportCancel }) => (
  <fieldset className="flex flex-col gap-1">
    <legend className="mb-1.5 text-[0.9375rem] font-semibold">De quién es la culpa</legend>
    {cancel.one.faults.map((name) => (
      <Radio
        key={name}
        name="fault"
        value={name}
        checked={cancel.fault === name}
        onChange={() => cancel.put({ fault: name })}
        label={contract.faultLabels[name]}
      />
    ))}
    {cancel.one.kind === 'visit' ? (
      <p className="text-[0.9375rem] text-muted">{contract.faultHints[cancel.fault]}</p>
    ) : null}
  </fieldset>
)

const QuotedSides = ({ cancel }: { cancel: SupportCancel }) => {
  const { quoted } = cancel
  return cancel.quote.isPending ? (
    <div aria-busy="true">
      <span className="sr-only">Calculando…</span>
      <Skeleton className="h-24" />
    </div>
  ) : quoted === undefined ? (
    <ErrorState text={cancel.quote.error?.message ?? ''} onRetry={() => void cancel.quote.refetch()} />
  ) : (
    (['client', 'professional', 'host'] as const).map((side) =>
      quoted[side].length === 0 ? null : (
        <section key={side} className="flex flex-col gap-1">
          <h3 className="text-[0.9375rem] font-semibold">{sides[side]}</h3>
          <MoneyLines lines={quoted[side]} />
        </section>
      ),
    )
  )
}

const CauseField = ({ cancel }: { cancel: SupportCancel }) => (
  <Field label="Qué leen las tres partes">
    {(control) => (
      <Select
        {...control}
        value={cancel.cause}
        onChange={(event) => {
          const named = contract.SupportCause.safeParse(event.target.value)
          cancel.put({ cause: named.success ? named.data : '' })
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
)

const sides = {
  client: 'El cliente',
  professional: 'Quien da el servicio',
  host: 'El espacio',
} as const
