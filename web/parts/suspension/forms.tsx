import { useQuery } from '@tanstack/react-query'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/suspension/suspension.ts'
import type { AccountCase, SuspensionCause, SuspensionFault } from '#contract/suspension/suspension.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import {
  Failed,
  Reason,
  Shell,
  TwoPersons,
  useWritten,
  useAct,
} from '#web/parts/booking/support/act-parts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

type Acting = { of: AccountCase; onClose: () => void }

/** The queries to refresh after each action. */
const changed = [keyOf(contract.accountCase), keyOf(contract.findAccounts)]

/** The reason, who pays for cancelled bookings and the amount; then a single button. */
export const SuspendForm = (acting: Acting) => {
  const { of: one, onClose } = acting
  const draft = `suspend-${one.id}`
  const { reason, write, missing } = useWritten(draft)
  const proposed = one.acts.find(({ kind, doneAt }) => kind === 'suspend' && doneAt === null)
  const known = contract.SuspensionCause.safeParse(proposed?.cause)
  const form = useForm<{ cause: SuspensionCause | ''; fault: SuspensionFault }>({
    initial: {
      cause: known.success ? known.data : '',
      fault: proposed?.fault ?? 'nobody',
    },
    draft,
  })
  const { cause, fault } = form.values
  const answer = useQuery({
    ...reading(contract.accountCase, { params: { id: one.id }, query: { fault } }),
    placeholderData: (before) => before,
    retry: false,
  })
  const { means } = answer.data ?? one
  const seen = { bookings: means.visits + means.rents + means.pending, refundCents: means.refundCents }
  const suspending = useAct(
    { draft, said: 'Cuenta suspendida', changed, onClose },
    (
      body: {
        cause: SuspensionCause
        fault: SuspensionFault
        reason: string
        seen: { bookings: number; refundCents: number }
      },
      options,
    ) => call(contract.suspendAccount, { params: { id: one.id }, body }, options),
  )
  const isMine = proposed?.isMine === true && proposed.cause === cause && proposed.fault === fault
  const isProposal = means.needsTwo && (proposed === undefined || proposed.isMine)
  const offers = one.roles.some((role) => role !== 'client')
  const blocked = answer.isLoadingError
    ? 'Falta saber lo que implica.'
    : answer.data === undefined || answer.isPlaceholderData
      ? 'Estamos calculando lo que implica.'
      : isMine && means.needsTwo
        ? 'Ya lo propusiste: lo hace otra persona del equipo.'
        : cause === ''
          ? 'Elige por qué.'
          : missing
  return (
    <Shell
      title={`¿Suspender a ${one.name}?`}
      description="Sale de todas sus sesiones, deja de mostrarse y nadie puede reservar. Lo ya comenzado sigue."
      onClose={onClose}
      action={
        <Button
          tone="danger"
          busy={suspending.isPending}
          blocked={blocked}
          onClick={() => cause !== '' && suspending.mutate({ cause, fault, reason, seen })}
        >
          {isProposal ? 'Proponer la suspensión' : 'Suspender la cuenta'}
        </Button>
      }
    >
      <CauseField cause={cause} onChange={(cause) => form.put({ cause })} />
      {seen.bookings === 0 ? null : (
        <>
          {offers ? <FaultChoice fault={fault} onChange={(fault) => form.put({ fault })} /> : null}
          {answer.isLoadingError ? (
            <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
          ) : (
            <MoneyLines lines={moneyOf(means)} />
          )}
        </>
      )}
      <Reason value={reason} onChange={write} />
      {means.needsTwo ? <TwoPersons /> : null}
      <Failed error={suspending.error} />
    </Shell>
  )
}

const CauseField = ({
  cause,
  onChange,
}: {
  cause: SuspensionCause | ''
  onChange: (cause: SuspensionCause | '') => void
}) => (
  <Field label="Por qué" hint="Lo lee en el correo que le enviamos, en estas palabras o parecidas.">
    {(control) => (
      <Select
        {...control}
        value={cause}
        onChange={(event) => {
          const named = contract.SuspensionCause.safeParse(event.target.value)
          onChange(named.success ? named.data : '')
        }}
      >
        <option value="">Elige una causa</option>
        {contract.SuspensionCause.options.map((name) => (
          <option key={name} value={name}>
            {contract.suspensionCauses[name][0]}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

const FaultChoice = ({
  fault,
  onChange,
}: {
  fault: SuspensionFault
  onChange: (fault: SuspensionFault) => void
}) => (
  <fieldset className="flex flex-col gap-1">
    <legend className="mb-1.5 text-[0.9375rem] font-semibold">Quién paga por lo que se cancela</legend>
    <Radio
      name="fault"
      value="nobody"
      checked={fault === 'nobody'}
      onChange={() => onChange('nobody')}
      label="Nadie, mientras se revisa"
    />
    <Radio
      name="fault"
      value="own"
      checked={fault === 'own'}
      onChange={() => onChange('own')}
      label="Esta cuenta, como si hubiera cancelado"
    />
  </fieldset>
)

const moneyOf = (means: AccountCase['means']) => [
  {
    label: 'Quien reservó no paga',
    amountCents: means.refundCents,
    detail: 'Lo cobrado vuelve por donde pagó; lo demás no se cobra',
  },
  ...(means.othersCents > 0 ? [{ label: 'Reciben las otras partes', amountCents: means.othersCents }] : []),
  ...(means.owedCents > 0 ? [{ label: 'Queda a deber esta cuenta', amountCents: means.owedCents }] : []),
]

export const LiftForm = (acting: Acting) => {
  const { of: one, onClose } = acting
  const draft = `lift-${one.id}`
  const { reason, write, missing } = useWritten(draft)
  const lifting = useAct(
    { draft, said: 'Suspensión levantada', changed, onClose },
    (body: { reason: string }, options) =>
      call(contract.liftSuspension, { params: { id: one.id }, body }, options),
  )
  return (
    <Shell
      title={`¿Levantar la suspensión de ${one.name}?`}
      description={`Vuelve a entrar y a mostrarse como estaba${one.means.payoutCents > 0 ? `, y le llegan ${formatCents(one.means.payoutCents)} que se guardaron` : ''}. Las reservas canceladas no regresan.`}
      onClose={onClose}
      action={
        <Button busy={lifting.isPending} blocked={missing} onClick={() => lifting.mutate({ reason })}>
          Levantar la suspensión
        </Button>
      }
    >
      <Reason value={reason} onChange={write} />
      <Failed error={lifting.error} />
    </Shell>
  )
}
