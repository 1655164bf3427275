import { Download } from 'lucide-react'
import type { PayeeParty } from '#contract/figures/bank-deposit.ts'
import { type Statement, statementAddress, statementLines } from '#contract/figures/statement.ts'
import type { Reading } from '#web/parts/dashboard/dashboard-frame.tsx'
import { percentText } from '#web/parts/dashboard/week-figures.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { monthName } from '#web/parts/time/wall-clock.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** The month's statement from the ledger, line by line, also as a document and a table. */
export const MonthStatement = ({
  answer,
  party,
  month,
}: {
  answer: Reading<Statement>
  party: PayeeParty
  month: string
}) => (
  <Card role="region" aria-label="Estado de cuenta" className="flex flex-col gap-4">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 className="text-xl">Estado de cuenta</h2>
      <div className="flex gap-2">
        {(['pdf', 'csv'] as const).map((type) => (
          <a
            key={type}
            href={statementAddress(party, month, type)}
            download
            className={buttonClass({ tone: 'secondary', size: 'small' })}
          >
            <Download aria-hidden className="size-4" />
            {type.toUpperCase()}
            <span className="sr-only"> de {monthName(month)}</span>
          </a>
        ))}
      </div>
    </div>
    {answer.isPending ? (
      <Skeleton className="h-48 rounded-md" />
    ) : answer.isLoadingError ? (
      <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
    ) : (
      <Lines statement={answer.data} />
    )}
  </Card>
)

const Lines = ({
  statement: { openingCents, lines, closingCents, taxNote, occupancy },
}: {
  statement: Statement
}) => (
  <>
    <MoneyLines
      lines={[
        { label: 'Saldo al inicio', amountCents: openingCents },
        ...lines.map(({ code, amountCents }) => ({ label: statementLines[code], amountCents })),
      ]}
      total={{ label: 'Saldo al final', amountCents: closingCents }}
      note={taxNote}
    />
    {occupancy === null || occupancy.openMinutes === 0 ? null : (
      <p className="text-muted">
        Ocupación:{' '}
        <span className="figures font-semibold text-ink">
          {percentText(occupancy.bookedMinutes / occupancy.openMinutes)}
        </span>{' '}
        de las horas abiertas.
      </p>
    )}
  </>
)
