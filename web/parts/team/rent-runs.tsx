import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { dateText } from '#contract/platform/short-date.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as rent from '#contract/team/rent.ts'
import { reading } from '#web/api.ts'
import { DirectRent } from '#web/parts/team/direct-rent.tsx'
import { RentBadge } from '#web/parts/team/badge.tsx'
import { RentReceiptDialog } from '#web/parts/team/rent-receipt.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import type { Column } from '#web/ui/records/order.ts'
import { Records } from '#web/ui/records/records.tsx'

type Charge = rent.RentRun['charges'][number] & { from: string; to: string }

/** Rent charges, unpaid first, each with its receipt in a sheet. `membership`: on behalf of the business that permits it. */
export const RentRuns = ({
  membership,
  level: Heading = 'h2',
}: {
  membership?: number
  level?: 'h2' | 'h3'
}) => {
  const answer = useQuery(reading(rent.rentRuns, { query: { membership } }))
  const [opened, open] = useState<string>()
  const [shown, setShown] = useState<string>()
  const [paid, setPaid] = useState<Charge>()
  if (answer.isPending) return <Skeleton className="h-32 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  if (answer.data.length === 0) return null
  const charges = answer.data.flatMap(({ from, to, charges }) =>
    charges.map((charge): Charge => ({ ...charge, from, to })),
  )
  return (
    <section className="flex flex-col gap-4">
      <Heading className={Heading === 'h2' ? 'text-2xl' : 'text-xl'}>Rentas fijas</Heading>
      <Records
        label="Rentas fijas"
        records={charges}
        columns={columns}
        nameOf={({ name }) => name}
        line={lineOf}
        isDone={({ owedCents }) => owedCents === 0}
        doneTitle="Pagadas"
        opened={opened}
        onOpen={open}
      >
        {(one) => (
          <ChargeSheet
            one={one}
            onPaid={() => {
              open(undefined)
              setPaid(one)
            }}
            onReceipt={() => {
              open(undefined)
              setShown(one.id)
            }}
          />
        )}
      </Records>
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

const lineOf = (one: Charge) => (
  <>
    <p>
      {daysOf(one)} · {formatCents(one.amountCents)}
    </p>
    <State one={one} />
  </>
)

const daysOf = ({ from, to }: Charge) => `Del ${dateText(from)} al ${dateText(to)}`

const columns: Column<Charge>[] = [
  { title: 'Profesional', value: ({ name }) => name },
  { title: 'Días', value: ({ from }) => from, cell: daysOf },
  {
    title: 'Renta',
    value: ({ amountCents }) => amountCents,
    cell: ({ amountCents }) => formatCents(amountCents),
    isFigure: true,
  },
  {
    title: 'Falta',
    value: ({ owedCents }) => owedCents,
    cell: ({ owedCents }) => (owedCents === 0 ? '–' : formatCents(owedCents)),
    isFigure: true,
  },
  { title: 'Lo que pasó', value: ({ reportedCents }) => -reportedCents, cell: (one) => <State one={one} /> },
  {
    title: 'Estado',
    value: ({ status, blocked }) => (status === 'paid' ? 'Pagada' : blocked ? 'Vencida' : 'Por pagar'),
    cell: (one) => <RentBadge one={one} />,
    isOnPhone: true,
  },
]

/** Payments, refunds and reports of a charge. */
const State = ({ one }: { one: Charge }) => (
  <>
    {one.returnedCents > 0 ? (
      <span className="block text-sm text-muted">
        Se devolvieron {formatCents(one.returnedCents)} de días sin usar.
      </span>
    ) : null}
    {one.reportedCents > 0 ? (
      <span className="block text-sm font-semibold text-maiz-ink">
        Dice que ya te pagó {formatCents(one.reportedCents)}.
      </span>
    ) : null}
    {one.owedCents > 0 && one.owedCents < one.amountCents - one.returnedCents ? (
      <span className="block text-sm text-muted">Faltan {formatCents(one.owedCents)}.</span>
    ) : null}
    {one.blocked ? (
      <span className="block text-sm text-chile">Sin citas nuevas hasta que pague.</span>
    ) : one.refused ? (
      <span className="block text-sm text-muted">Su tarjeta no pasó.</span>
    ) : null}
  </>
)

const ChargeSheet = ({
  one,
  onPaid,
  onReceipt,
}: {
  one: Charge
  onPaid: () => void
  onReceipt: () => void
}) => (
  <article className="flex flex-col gap-3">
    <header className="flex flex-wrap items-start justify-between gap-3">
      <h3 className="text-lg">{one.name}</h3>
      <RentBadge one={one} />
    </header>
    <p>
      {daysOf(one)} · <span className="figures font-semibold">{formatCents(one.amountCents)}</span>
    </p>
    <div>
      <State one={one} />
    </div>
    <div className="flex flex-wrap gap-2">
      {one.owedCents === 0 ? null : (
        <Button tone="secondary" size="small" onClick={onPaid}>
          Marcar como pagada<span className="sr-only">: la renta de {one.name}</span>
        </Button>
      )}
      <Button tone="quiet" size="small" onClick={onReceipt}>
        <ReceiptText aria-hidden className="size-4.5" />
        Recibo<span className="sr-only"> de {one.name}</span>
      </Button>
    </div>
  </article>
)
