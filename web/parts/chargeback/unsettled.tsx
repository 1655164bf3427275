import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as contract from '#contract/payment/failed-refund.ts'
import type { FailedRefund, UnsettledMoney } from '#contract/payment/failed-refund.ts'
import { formatCents } from '#contract/platform/money.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const zone = 'America/Mexico_City'

/** Money that a bank or the processor accepted but has not passed on. Renders nothing if there is none. */
export const Unsettled = () => {
  const answer = useQuery({ ...reading(contract.unsettledMoney), refetchInterval: minuteMs, retry: false })
  if (answer.isPending)
    return (
      <div aria-busy="true">
        <span className="sr-only">Cargando el dinero que no pasó…</span>
        <Skeleton className="h-14 rounded-md" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  const { refunds, pending, loose, payouts } = answer.data
  if (refunds.length + pending.length + loose.length + payouts.length === 0) return null
  return (
    <section aria-labelledby="unsettled" className="flex flex-col gap-4">
      <h2 id="unsettled" className="text-xl">
        Dinero que no pasó
      </h2>
      <ul className="flex flex-col gap-4">
        {refunds.map((one) => (
          <li key={one.id}>
            <Refund of={one} />
          </li>
        ))}
        {rowsOf({ pending, loose, payouts }).map(({ key, text }) => (
          <li key={key}>
            <Card>
              <p>{text}</p>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

const who = (name: string) => (name === '' ? 'quien pagó' : name)

/** Cases that resolve themselves, for information only. */
const rowsOf = ({
  pending,
  loose,
  payouts,
}: Omit<UnsettledMoney, 'refunds'>): { key: string; text: ReactNode }[] => [
  ...pending.map((one) => ({
    key: `pending-${one.bookingId}`,
    text: `Devolución de ${formatCents(one.amountCents)} a ${who(one.payer)}: el procesador la tiene en espera desde el ${shortOf(one.since, zone)}. Sale en cuanto haya saldo o el banco la tome.`,
  })),
  ...loose.map((one) => ({
    key: `loose-${one.bookingId}`,
    text: one.isWhole
      ? `${who(one.payer)} transfirió ${formatCents(one.looseCents)} de más sobre ${formatCents(one.requestedCents)}: van de regreso.`
      : `De ${formatCents(one.requestedCents)} que se pidieron, ${who(one.payer)} transfirió ${formatCents(one.looseCents)}: se espera el resto o van de regreso.`,
  })),
  ...payouts.map((one) => ({
    key: `payout-${one.bookingId}-${one.party}`,
    text: `Depósito de ${formatCents(one.amountCents)} ${one.payee === '' ? 'a un espacio' : `a ${one.payee}`} que no salió${one.failure === '' ? '' : ` (${failures[one.failure] ?? one.failure})`}. Se intenta otra vez el ${shortOf(one.nextAt, zone)}.`,
  })),
]

const failures: Readonly<Record<string, string>> = {
  returned: 'su banco lo regresó',
  no_account: 'no ha abierto su cuenta de cobro',
  account_not_ready: 'su cuenta de cobro no puede recibir',
}

const badges = {
  waiting: ['chile', 'Espera tu decisión'],
  retrying: ['jacaranda', 'Se envió otra vez'],
  credited: ['agave', 'Ya es saldo'],
} as const

const Refund = ({ of: one }: { of: FailedRefund }) => {
  const [tone, label] = badges[one.state]
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="text-lg">
          El banco de {who(one.payer)} regresó una devolución de {formatCents(one.amountCents)}
        </h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-muted">
        {one.number === 1 ? 'Primera vez' : `${one.number}.ª vez`}, {shortOf(one.seenAt, zone)}.
        {one.decidedAt === null
          ? ''
          : ` ${one.decidedBy ?? 'Kalli'} decidió el ${shortOf(one.decidedAt, zone)}: ${one.reason}`}
      </p>
      {one.state === 'waiting' ? <Decide key={one.version} of={one} /> : null}
    </Card>
  )
}

const Decide = ({ of: one }: { of: FailedRefund }) => {
  const queryClient = useQueryClient()
  const form = useForm({ initial: { reason: '' }, draft: `failed-refund-${one.id}` })
  const { reason } = form.values
  const deciding = useMutation({
    mutationFn: (act: 'retry' | 'credit') =>
      call(contract.decideFailedRefund, {
        params: { id: one.id },
        body: { version: one.version, act, reason },
      }),
    onSuccess: ({ state }) => {
      form.accept()
      toast(
        state === 'credited' ? 'Ya es saldo del cliente' : 'Se envió otra vez',
        'Se lo escribimos.',
        'good',
      )
    },
    onError: (problem) => toastError('Error', problem.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(contract.unsettledMoney) }),
  })
  const blocked = reason.trim() === '' ? 'Escribe por qué.' : undefined
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <Field label="Por qué" hint="Queda con tu nombre.">
        {(control) => <TextArea {...control} rows={2} maxLength={300} {...form.text('reason')} />}
      </Field>
      <FormError of={deciding.error} />
      <div className="flex flex-wrap gap-3">
        <Button busy={deciding.isPending} blocked={blocked} onClick={() => deciding.mutate('retry')}>
          Enviar otra vez {formatCents(one.amountCents)}
        </Button>
        {one.mayCredit ? (
          <Button
            tone="secondary"
            busy={deciding.isPending}
            blocked={blocked}
            onClick={() => deciding.mutate('credit')}
          >
            Dar {formatCents(one.amountCents)} de saldo
          </Button>
        ) : null}
      </div>
    </div>
  )
}
