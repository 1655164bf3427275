import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Landmark } from 'lucide-react'
import * as contract from '#contract/payment/chargeback.ts'
import type { Chargeback } from '#contract/payment/chargeback.ts'
import { formatCents } from '#contract/platform/money.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { BalanceLine } from '#web/parts/chargeback/balance-line.tsx'
import { Unsettled } from '#web/parts/chargeback/unsettled.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** Chargebacks: those that need an answer first, each with its evidence. */
export default function Chargebacks() {
  return (
    <div className="flex flex-col gap-6">
      <BalanceLine />
      <Unsettled />
      <Queue />
    </div>
  )
}

const Queue = () => {
  const answer = useQuery({ ...reading(contract.chargebacks), refetchInterval: minuteMs, retry: false })
  if (answer.isPending)
    return (
      <div aria-busy="true">
        <span className="sr-only">Cargando los contracargos…</span>
        <Skeleton className="h-56 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  if (answer.data.chargebacks.length === 0)
    return (
      <EmptyState
        icon={<Landmark />}
        title="Ningún contracargo"
        text="Cuando alguien desconozca un cobro ante su banco, aquí ves el plazo y las pruebas que ya hay."
      />
    )
  return (
    <ul className="flex flex-col gap-6">
      {answer.data.chargebacks.map((one) => (
        <li key={one.id}>
          <One of={one} />
        </li>
      ))}
    </ul>
  )
}

const One = ({ of: one }: { of: Chargeback }) => (
  <Card className="flex flex-col gap-5">
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <h2 className="text-xl">
          {formatCents(one.amountCents)}
          {one.amountCents === one.paidCents ? '' : ` de ${formatCents(one.paidCents)}`}
          {one.kind === 'tip' ? ' de propina' : ''}
        </h2>
        <p className="text-muted">
          {one.service}
          {one.startsAt === null ? '' : `, ${shortOf(one.startsAt, one.zone)}`}
          {one.place === '' ? '' : `. ${one.place}`}
        </p>
      </div>
      <StatusLine of={one} />
    </div>
    <p>
      {one.names.client === '' ? 'Quien pagó' : one.names.client} {contract.chargebackReasons[one.reason]}.{' '}
      {one.names.professional === '' ? '' : `Atiende ${one.names.professional}. `}
      El banco tomó {formatCents(one.amountCents)} y {formatCents(one.feeCents)} de comisión.
    </p>
    <p className="rounded-md bg-sunk px-4 py-3 text-[0.9375rem]">
      {moneyText(one)}
      {one.beyondCents === 0
        ? ''
        : ` ${formatCents(one.beyondCents)} ya se habían devuelto: si el banco se los queda, los pierde Kalli.`}
    </p>
    <Proofs of={one} />
    {one.state === 'open' ? <Answer key={one.version} of={one} /> : null}
    <History of={one} />
  </Card>
)

const StatusLine = ({ of: one }: { of: Chargeback }) => {
  if (one.state === 'won') return <Badge tone="agave">Ganado</Badge>
  if (one.state === 'lost') return <Badge tone="chile">Perdido</Badge>
  if (one.submittedAt !== null) return <Badge tone="jacaranda">Espera al banco</Badge>
  if (one.respondBy === null) return <Badge tone="maiz">Sin respuesta posible</Badge>
  return (
    <p className="text-[0.9375rem] font-semibold">
      {one.may.allowed ? <TimeLeft until={one.respondBy} /> : <Badge tone="chile">Fuera de plazo</Badge>}
    </p>
  )
}

/** The withheld amount, and the party charged. */
const moneyText = (one: Chargeback): string => {
  const bearer = contract.chargebackBearers[one.chargedTo]
  if (one.state === 'won') return 'El banco devolvió el cobro y lo retenido siguió su curso.'
  if (one.state === 'lost')
    return one.isPosted
      ? `A cargo de ${bearer}.`
      : 'Se asienta en cuanto la cita quede cerrada; mientras tanto nada de ella sale.'
  const waits =
    one.withheldCents === 0
      ? 'Lo que se repartió ya salió o todavía no se reparte.'
      : `${formatCents(one.withheldCents)} quedan retenidos hasta que el banco decida.`
  return `${waits} Si se pierde, a cargo de ${bearer}.`
}

const Proofs = ({ of: { proofs } }: { of: Chargeback }) => (
  <dl className="flex flex-col gap-2">
    {proofs.map(({ label, text, isThere }) => (
      <div key={label} className="flex flex-col gap-x-3 sm:flex-row">
        <dt className="flex w-40 shrink-0 items-start gap-2 font-semibold [&_svg]:mt-1 [&_svg]:size-4 [&_svg]:shrink-0">
          {isThere ? (
            <CircleCheck aria-hidden className="text-agave" />
          ) : (
            <CircleDashed aria-hidden className="text-muted" />
          )}
          {label}
          <span className="sr-only">{isThere ? '' : ' (no prueba nada)'}</span>
        </dt>
        <dd className="min-w-0 pl-6 wrap-anywhere sm:pl-0">{text}</dd>
      </div>
    ))}
  </dl>
)

const Answer = ({ of: one }: { of: Chargeback }) => {
  const queryClient = useQueryClient()
  const form = useForm({ initial: { note: '', reason: '' }, draft: `chargeback-${one.id}` })
  const { note, reason } = form.values
  const sending = useMutation({
    mutationFn: () =>
      call(contract.answerChargeback, {
        params: { id: one.id },
        body: { version: one.version, note, reason },
      }),
    onSuccess: ({ submitted }) => {
      form.accept()
      toast(
        submitted ? 'Pruebas enviadas' : 'Pruebas guardadas',
        submitted
          ? 'El banco decide; te avisamos aquí.'
          : 'El banco no contestó: se envían solas en un momento.',
        'good',
      )
    },
    onError: (problem) => toastError('Error', problem.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(contract.chargebacks) }),
  })
  if (!one.may.allowed) return <p className="text-[0.9375rem] text-muted">{one.may.reason}</p>
  return (
    <form
      className="flex flex-col gap-4 border-t border-line pt-5"
      onSubmit={(event) => {
        event.preventDefault()
        sending.mutate()
      }}
    >
      <Field
        label="Qué más debe saber el banco"
        required={false}
        hint="Se suma a lo de arriba. Sin nombres ni datos de nadie; el banco lo recibe una sola vez."
      >
        {(control) => <TextArea {...control} rows={3} maxLength={1000} {...form.text('note')} />}
      </Field>
      <Field label="Por qué lo envías" hint="Queda en la bitácora con tu nombre.">
        {(control) => <TextArea {...control} rows={2} maxLength={300} {...form.text('reason')} />}
      </Field>
      <FormError of={sending.error} />
      <div>
        <Button
          type="submit"
          busy={sending.isPending}
          blocked={reason.trim() === '' ? 'Escribe por qué lo envías.' : undefined}
        >
          Enviar pruebas al banco
        </Button>
      </div>
    </form>
  )
}

const steps: Readonly<Record<string, string>> = {
  open: 'abrió el contracargo',
  submit: 'envió las pruebas',
  submitted: 'recibió las pruebas',
  refused: 'no recibió las pruebas',
  win: 'dio la razón a Kalli',
  lose: 'dio la razón a quien pagó',
  post: 'asentó la pérdida',
}

const History = ({ of: one }: { of: Chargeback }) => (
  <ol className="flex flex-col gap-1 border-t border-line pt-4 text-[0.9375rem] text-muted">
    {one.moves.map(({ move, at, by, reason }) => (
      <li key={`${move} ${at}`}>
        {by} {steps[move] ?? move}, {shortOf(at, one.zone)}
        {reason === '' ? '' : `: ${reason}`}
      </li>
    ))}
  </ol>
)
