import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Wallet as WalletIcon } from 'lucide-react'
import type { Wallet } from '#contract/booking/prepaid/wallet.ts'
import { Price } from '#web/parts/payment/price.tsx'
import { capitalZone, dayOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** A client's credit, with an account or without: its additions and uses. */
export const Credit = ({ answer, ifNone }: { answer: UseQueryResult<Wallet>; ifNone: string }) => {
  if (answer.isPending)
    return (
      <div aria-busy="true">
        <span className="sr-only">Cargando…</span>
        <Skeleton className="h-56 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const { creditCents, entries } = answer.data
  if (entries.length === 0)
    return <EmptyState icon={<WalletIcon />} title="Todavía no tienes saldo" text={ifNone} />
  return (
    <Card className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h2 className="text-lg text-muted">Saldo a favor</h2>
          <p className="mt-1 font-display text-4xl font-semibold">
            <Price cents={creditCents} />
          </p>
        </div>
        {creditCents > 0 ? (
          <Link {...paths.search()} className={buttonClass({ tone: 'secondary' })}>
            Usarlo en una reserva
          </Link>
        ) : null}
      </div>
      <ul aria-label="Movimientos" className="flex flex-col divide-y divide-line border-t border-line">
        {entries.map((entry, place) => (
          <li key={place} className="flex items-baseline justify-between gap-6 py-3">
            <span className="min-w-0">
              <span className="font-medium">{words[entry.kind]}</span>
              <span className="block text-[0.9375rem] text-muted first-letter:uppercase">
                {/* For the date of a list entry the client's place does not matter. */}
                {dayOf(entry.at, capitalZone)}
                {entry.service === null ? '' : ` · ${entry.service}`}
              </span>
            </span>
            <span
              className={classNames(
                'shrink-0 font-semibold whitespace-nowrap',
                entry.amountCents > 0 && 'text-agave',
              )}
            >
              {entry.amountCents > 0 ? '+' : ''}
              <Price cents={entry.amountCents} />
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        Al pagar, tu saldo cubre el servicio hasta donde alcance; tu tarjeta paga al menos $20. Si cancelas,
        lo que no se cobre vuelve aquí.
      </p>
    </Card>
  )
}

const words: Readonly<Record<Wallet['entries'][number]['kind'], string>> = {
  earned: 'Por una cita que te fallaron',
  gift: 'Tarjeta de regalo',
  used: 'Usado en una reserva',
  back: 'Devuelto a tu saldo',
  taken: 'Regalo que un banco anuló',
}
