import { Link } from '@tanstack/react-router'
import type { BankDeposits } from '#contract/figures/bank-deposit.ts'
import { formatCents } from '#contract/platform/money.ts'
import { DepositItems } from '#web/parts/deposits/deposit-items.tsx'
import { MoneyRow } from '#web/parts/deposits/money-row.tsx'
import { shortDate } from '#web/parts/deposits/short-date.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Upcoming deposits, the nearest first. */
export const NextDeposits = ({ found }: { found: BankDeposits }) => {
  const { party, next, sent } = found
  return (
    <Card className="flex flex-col gap-1">
      <h2 className="text-xl">Lo que sigue</h2>
      {next.length === 0 && sent.amountCents === 0 ? (
        <p className="text-muted">
          {party === 'host'
            ? 'No hay nada por depositar: la renta de cada visita sale un día después de que termina.'
            : 'No hay nada por depositar: lo de cada cita sale un día después de que termina.'}
        </p>
      ) : (
        <ul aria-label="Lo que sigue" className="flex flex-col divide-y divide-line">
          {sent.amountCents === 0 ? null : (
            <MoneyRow
              title="En camino a tu banco"
              detail="Ya salió de Kalli; llega en uno o dos días hábiles"
              cents={sent.amountCents}
            >
              {() => <DepositItems party={party} items={sent.items} />}
            </MoneyRow>
          )}
          {next.map(({ on, amountCents, items }) => (
            <MoneyRow
              key={on}
              title={`Sale el ${shortDate(on)}`}
              detail={`${items.length} ${items.length === 1 ? 'movimiento' : 'movimientos'}`}
              cents={amountCents}
            >
              {() => <DepositItems party={party} items={items} />}
            </MoneyRow>
          ))}
        </ul>
      )}
      <Held found={found} />
    </Card>
  )
}

/** Why a deposit is held, if it is. */
const Held = ({ found: { party, forAccountCents, withheldCents, owedCents } }: { found: BankDeposits }) => {
  const account = { tab: 'profile', section: 'payouts' } as const
  return (
    <>
      {forAccountCents === 0 ? null : (
        <p className="flex flex-wrap items-center gap-x-3 rounded-md bg-maiz-soft px-4 py-2 text-maiz-ink">
          {formatCents(forAccountCents)} esperan tu cuenta de cobro.
          <Link
            {...(party === 'host' ? paths.hostDashboard(account) : paths.professionalDashboard(account))}
            className={buttonClass({ tone: 'quiet', size: 'small' })}
          >
            Abrirla
          </Link>
        </p>
      )}
      {withheldCents === 0 ? null : (
        <p className="text-sm text-muted">
          {party === 'host'
            ? `${formatCents(withheldCents)} esperan: una aclaración, o una renta fija que todavía no te pagan.`
            : `${formatCents(withheldCents)} esperan a que se resuelva una aclaración.`}
        </p>
      )}
      {owedCents === 0 ? null : (
        <p className="text-sm text-muted">
          Debes {formatCents(owedCents)}: se descuentan de lo siguiente que salga.
        </p>
      )}
    </>
  )
}
