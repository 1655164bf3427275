import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { dateText } from '#contract/application.ts'
import { formatCents } from '#contract/money.ts'
import * as contract from '#contract/team.ts'
import { reading } from '#web/api.ts'
import { RentReceiptDialog } from '#web/parts/team/rent-receipt.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState, Skeleton } from '#web/ui/states.tsx'

/** What was charged, run by run, each with its receipt. */
export const RentRuns = () => {
  const answer = useQuery(reading(contract.rentRuns))
  const [shown, setShown] = useState<string>()
  if (answer.isPending) return <Skeleton className="h-32 rounded-lg" />
  if (answer.isError) return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  if (answer.data.length === 0) return null
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-2xl">Rentas cobradas</h2>
      {answer.data.map((run) => (
        <article key={run.id} className="rounded-lg border border-line bg-surface p-4 sm:p-5">
          <h3 className="text-base font-semibold">
            Del {dateText(run.from)} al {dateText(run.to)}
          </h3>
          <ul className="mt-2 flex flex-col divide-y divide-line">
            {run.charges.map((charge) => (
              <li key={charge.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <span className="min-w-0 flex-1 font-semibold">{charge.name}</span>
                <Badge tone={charge.status === 'paid' ? 'agave' : 'maiz'}>
                  {charge.status === 'paid' ? 'Pagada' : 'Por pagar'}
                </Badge>
                <span className="figures font-semibold">{formatCents(charge.amountCents)}</span>
                <Button tone="quiet" size="small" onClick={() => setShown(charge.id)}>
                  <ReceiptText aria-hidden className="size-4.5" />
                  Recibo<span className="sr-only"> de {charge.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </article>
      ))}
      {shown === undefined ? null : <RentReceiptDialog id={shown} onClose={() => setShown(undefined)} />}
    </section>
  )
}
