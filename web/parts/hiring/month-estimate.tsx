import type { MonthEstimate as Estimate } from '#contract/hiring/agreement-terms.ts'
import { formatCents } from '#contract/platform/money.ts'
import { classNames } from '#web/ui/class-names.ts'

/** The estimated monthly amount of some terms, with both parts of a mixed rent. */
export const MonthEstimate = ({
  estimate: { visits, incomeCents, commissionCents, rentCents, fixedRentCents, netCents },
}: {
  estimate: Estimate
}) => (
  <div className={classNames('rounded-md px-4 py-3', netCents < 0 ? 'bg-maiz-soft' : 'bg-agave-soft')}>
    <p>
      <strong className="figures font-display text-xl font-semibold">
        ≈ {formatCents(rounded(Math.abs(netCents)))}
      </strong>{' '}
      {netCents < 0 ? 'al mes perderías aquí con las citas que tienes hoy.' : 'al mes te quedarían aquí.'}
    </p>
    <p className="mt-1 text-sm text-muted">
      Según tus últimos 90 días dentro de estas horas: {visits} citas al mes,{' '}
      {formatCents(rounded(incomeCents))} − {formatCents(rounded(commissionCents))} de comisión −{' '}
      {fixedRentCents === 0 || fixedRentCents === rentCents
        ? `${formatCents(rounded(rentCents))} de renta`
        : `${formatCents(rounded(fixedRentCents))} de renta fija − ${formatCents(rounded(rentCents - fixedRentCents))} de renta por uso`}
      .
    </p>
  </div>
)

/** An estimate in whole pesos. */
export const rounded = (cents: number) => Math.round(cents / 100) * 100
