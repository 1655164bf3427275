import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { dateText } from '#contract/hiring/terms-words.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as rent from '#contract/team/rent.ts'
import { reading } from '#web/api.ts'
import { DirectRent } from '#web/parts/team/direct-rent.tsx'
import { RentBadge } from '#web/parts/team/badge.tsx'
import { RentReceiptDialog } from '#web/parts/team/rent-receipt.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** What was charged, run by run, each with its receipt. `membership`: by the business that lets the member. */
export const RentRuns = ({
  membership,
  level: Heading = 'h2',
}: {
  membership?: number
  level?: 'h2' | 'h3'
}) => {
  const answer = useQuery(reading(rent.rentRuns, { query: { membership } }))
  const [shown, setShown] = useState<string>()
  const [paid, setPaid] = useState<rent.RentRun['charges'][number]>()
  if (answer.isPending) return <Skeleton className="h-32 rounded-lg" />
  if (answer.isError) return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  if (answer.data.length === 0) return null
  return (
    <section className="flex flex-col gap-4">
      <Heading className={Heading === 'h2' ? 'text-2xl' : 'text-xl'}>Rentas cobradas</Heading>
      {answer.data.map((run) => (
        <article key={run.id} className="rounded-lg border border-line bg-surface p-4 sm:p-5">
          <p className="font-semibold">
            Del {dateText(run.from)} al {dateText(run.to)}
          </p>
          <ul className="mt-2 flex flex-col divide-y divide-line">
            {run.charges.map((charge) => (
              <li key={charge.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <span className="min-w-0 flex-1 basis-56">
                  <span className="block font-semibold">{charge.name}</span>
                  {charge.returnedCents > 0 ? (
                    <span className="block text-sm text-muted">
                      Se devolvieron {formatCents(charge.returnedCents)} de días sin usar.
                    </span>
                  ) : null}
                  {charge.reportedCents > 0 ? (
                    <span className="block text-sm font-semibold text-maiz-ink">
                      Dice que ya te pagó {formatCents(charge.reportedCents)}.
                    </span>
                  ) : null}
                  {charge.owedCents > 0 && charge.owedCents < charge.amountCents - charge.returnedCents ? (
                    <span className="block text-sm text-muted">Faltan {formatCents(charge.owedCents)}.</span>
                  ) : null}
                  {charge.blocked ? (
                    <span className="block text-sm text-chile">Sin citas nuevas hasta que pague.</span>
                  ) : charge.refused ? (
                    <span className="block text-sm text-muted">Su tarjeta no pasó.</span>
                  ) : null}
                </span>
                <RentBadge one={charge} />
                <span className="figures font-semibold">{formatCents(charge.amountCents)}</span>
                {charge.owedCents === 0 ? null : (
                  <Button tone="secondary" size="small" onClick={() => setPaid(charge)}>
                    Marcar como pagada<span className="sr-only">: la renta de {charge.name}</span>
                  </Button>
                )}
                <Button tone="quiet" size="small" onClick={() => setShown(charge.id)}>
                  <ReceiptText aria-hidden className="size-4.5" />
                  Recibo<span className="sr-only"> de {charge.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </article>
      ))}
      {paid === undefined ? null : (
        <DirectRent
          one={{ id: paid.id, owedCents: paid.owedCents, other: paid.name, as: 'business', membership }}
          onClose={() => setPaid(undefined)}
        />
      )}
      {shown === undefined ? null : (
        <RentReceiptDialog id={shown} membership={membership} onClose={() => setShown(undefined)} />
      )}
    </section>
  )
}
