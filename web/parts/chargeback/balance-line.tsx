import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as contract from '#contract/payment/reconciliation.ts'
import { formatCents } from '#contract/platform/money.ts'
import { reading } from '#web/api.ts'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** Whether the card processor's balance matches the ledger; red once a difference has been unexplained for days. */
export const BalanceLine = () => {
  const answer = useQuery({ ...reading(contract.balanceCheck), retry: false })
  if (answer.isPending)
    return (
      <div aria-busy="true">
        <span className="sr-only">Comparando los libros con el procesador…</span>
        <Skeleton className="h-14 rounded-md" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  const { last } = answer.data
  if (last === null)
    return (
      <Line tone="plain">
        Los libros se comparan cada noche con el procesador; todavía no hay ninguna comparación.
      </Line>
    )
  if (last.differsSince === null)
    return (
      <Line tone="plain">
        <span className="font-semibold">Libros y procesador dicen lo mismo:</span>{' '}
        {formatCents(last.oursCents)} al {longDate(last.day)}.
      </Line>
    )
  const cents = last.theirsCents - last.oursCents
  return (
    <Line tone={last.isOld ? 'old' : 'new'}>
      <span className="font-semibold">
        Al procesador {cents < 0 ? 'le faltan' : 'le sobran'} {formatCents(Math.abs(cents))} desde el{' '}
        {longDate(last.differsSince)}.
      </span>{' '}
      Los libros dicen {formatCents(last.oursCents)} y el procesador {formatCents(last.theirsCents)}, al{' '}
      {longDate(last.day)}.{' '}
      {last.isOld
        ? `Lleva más de ${contract.differenceDays} días: hay que encontrar de dónde viene.`
        : 'Puede ser un aviso que viene en camino.'}
    </Line>
  )
}

const tones = {
  plain: 'bg-sunk',
  new: 'bg-maiz-soft text-maiz-ink',
  old: 'bg-chile-soft text-chile',
} as const

const Line = ({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) => (
  <p role="status" className={classNames('rounded-md px-4 py-3.5', tones[tone])}>
    {children}
  </p>
)
