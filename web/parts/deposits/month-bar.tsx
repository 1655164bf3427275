import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { PayeeParty } from '#contract/figures/bank-deposit.ts'
import { Price } from '#web/parts/payment/price.tsx'
import { monthsFrom } from '#web/parts/time/month-keys.ts'
import { monthName } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** The month shown, its total, and links to the adjacent months. */
export const MonthBar = ({
  party,
  month,
  current,
  totalCents,
}: {
  party: PayeeParty
  month: string
  current: string
  totalCents: number
}) => (
  <div className="flex items-center justify-between gap-2">
    <Beside party={party} month={monthsFrom(month, -1)} label="Mes anterior">
      <ChevronLeft aria-hidden className="size-5" />
    </Beside>
    <div className="min-w-0 text-center">
      <h2 className="text-xl first-letter:uppercase">{monthName(month)}</h2>
      <p className="text-muted">
        <Price cents={totalCents} className="font-semibold text-ink" /> a tu banco
      </p>
    </div>
    {month === current ? (
      <span aria-hidden className="size-11" />
    ) : (
      <Beside party={party} month={monthsFrom(month, 1)} label="Mes siguiente">
        <ChevronRight aria-hidden className="size-5" />
      </Beside>
    )}
  </div>
)

const Beside = ({
  party,
  month,
  label,
  children,
}: {
  party: PayeeParty
  month: string
  label: string
  children: React.ReactNode
}) => (
  <Link
    {...paths.bankDeposits({ as: party, month })}
    resetScroll={false}
    aria-label={`${label}: ${monthName(month)}`}
    className={buttonClass({ tone: 'quiet', size: 'small' }, 'min-w-11')}
  >
    {children}
  </Link>
)
