import { Coins } from 'lucide-react'
import type { Income } from '#contract/figures/figures.ts'
import { formatCents } from '#contract/platform/money.ts'
import { barsOf } from '#web/parts/dashboard/week-figures.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { Price } from '#web/parts/payment/price.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { Bars } from '#web/ui/bars.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** Rental income: a chart by day or week, the lines of the sum, and by space. */
export const IncomeFigure = ({ income }: { income: Income }) => {
  const { settled, expected, payouts } = income
  if (income.bookings === 0 && settled.netCents === 0 && expected.netCents === 0)
    return (
      <EmptyState
        icon={<Coins />}
        title="Sin rentas en estas fechas"
        text="Cuando alguien use tu espacio, aquí verás cada peso y de dónde viene."
      />
    )
  return (
    <>
      <p>
        <Price cents={settled.netCents} className="font-display text-3xl font-semibold" />{' '}
        <span className="text-muted">
          netos liquidados
          {expected.netCents === 0 ? '' : ` y ${formatCents(expected.netCents)} por liquidar`}
        </span>
      </p>
      <IncomeBars label="Ingreso neto por fecha de uso" days={income.days} />
      <div className="grid gap-6 sm:grid-cols-2">
        <MoneyLines
          lines={[
            { label: 'Renta', amountCents: settled.rentCents },
            { label: 'Comisión de Kalli, con IVA', amountCents: 0 - settled.commissionCents },
            { label: 'Impuestos retenidos', amountCents: 0 - settled.withheldCents },
            ...(settled.compensationCents === 0
              ? []
              : [{ label: 'Por citas que cancelaste', amountCents: 0 - settled.compensationCents }]),
          ]}
          total={{ label: 'Neto liquidado', amountCents: settled.netCents }}
        />
        <MoneyLines lines={payoutLines(payouts)} />
      </div>
      <SpaceTable spaces={income.spaces} />
    </>
  )
}

const payoutLines = (payouts: Income['payouts']) => [
  { label: 'Ya transferido', amountCents: payouts.paidCents, detail: 'de estas fechas' },
  { label: 'Por transferir', amountCents: payouts.accruedCents, detail: 'de todas las fechas' },
  ...(payouts.forAccountCents === 0
    ? []
    : [
        {
          label: 'Espera tu cuenta de cobro',
          amountCents: payouts.forAccountCents,
          detail: 'sale en cuanto termines tu alta',
        },
      ]),
  ...(payouts.inHandCents === 0
    ? []
    : [
        {
          label: 'Cobrado en efectivo',
          amountCents: payouts.inHandCents,
          detail: 'en recepción, de estas fechas',
        },
      ]),
  ...(payouts.owedCents === 0
    ? []
    : [
        {
          label: 'Comisiones y ajustes por descontar',
          amountCents: 0 - payouts.owedCents,
          detail: 'de tu próximo depósito',
        },
      ]),
  ...(payouts.inProcessCents === 0
    ? []
    : [{ label: 'En camino a tu banco', amountCents: payouts.inProcessCents }]),
  ...(payouts.withheldCents === payouts.disputedCents
    ? []
    : [
        {
          label: 'Retenido por una aclaración',
          amountCents: payouts.withheldCents - payouts.disputedCents,
        },
      ]),
  ...(payouts.disputedCents === 0
    ? []
    : [
        {
          label: 'Retenido por un contracargo',
          amountCents: payouts.disputedCents,
          detail: 'hasta que decida el banco de quien pagó',
        },
      ]),
]

const SpaceTable = ({ spaces }: { spaces: Income['spaces'] }) => (
  <div className="relative overflow-x-auto">
    <table className="w-full text-[0.9375rem]">
      <caption className="sr-only">Ingreso por espacio</caption>
      <thead>
        <tr className="text-sm text-muted">
          <th scope="col" className="py-2 text-left font-normal">
            Espacio
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-normal">
            Uso
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-normal">
            Neto
          </th>
        </tr>
      </thead>
      <tbody>
        {spaces.map((space) => (
          <tr key={space.spaceId} className="border-t border-line align-top">
            <th scope="row" className="py-2 text-left font-semibold">
              {space.name}
            </th>
            <td className="figures py-2 pl-3 text-right">
              {durationText(space.bookedMinutes)}
              <span className="block text-sm text-muted">
                {space.bookings === 1 ? '1 reserva' : `${space.bookings} reservas`}
              </span>
            </td>
            <td className="py-2 pl-3 text-right">
              <Price cents={space.settledCents} className="font-semibold" />
              {space.expectedCents === 0 ? null : (
                <span className="block text-sm text-muted">
                  + <Price cents={space.expectedCents} /> por liquidar
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Settled and expected income, by day or week, with a legend. */
export const IncomeBars = ({ label, days }: { label: string; days: Income['days'] }) => (
  <div className="flex flex-col gap-2">
    <Bars
      label={label}
      bars={barsOf(days).map(({ key, name, settledCents, expectedCents }) => {
        const sum = wholePesos(settledCents + expectedCents)
        const isMixed = expectedCents > 0 && settledCents > 0
        return {
          key,
          name,
          value: Math.max(0, settledCents),
          more: Math.max(0, expectedCents),
          sum,
          text: isMixed ? `${sum} (${wholePesos(expectedCents)} por liquidar)` : sum,
        }
      })}
    />
    <p aria-hidden className="flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem] text-muted">
      <Key look="bg-jacaranda/45">Liquidado</Key>
      <Key look="timeline-stripes border border-jacaranda/70">Por liquidar</Key>
    </p>
  </div>
)

const wholePesos = (cents: number) => formatCents(Math.round(cents / 100) * 100)

const Key = ({ look, children }: { look: string; children: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={`size-3 rounded-xs ${look}`} />
    {children}
  </span>
)
