import { Coins } from 'lucide-react'
import { formatCents } from '#contract/platform/money.ts'
import type { OwnFigures } from '#contract/figures/own-figures.ts'
import { IncomeBars } from '#web/parts/dashboard/income-figure.tsx'
import { percentText } from '#web/parts/dashboard/week-figures.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { Price } from '#web/parts/payment/price.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { EmptyState } from '#web/ui/page/states.tsx'

/** Income from visits: a chart by day or week, and the lines of the sum. */
export const OwnIncomeFigure = ({
  figures: { settled, expected, visits, days },
}: {
  figures: OwnFigures
}) => {
  if (visits === 0 && settled.netCents === 0 && expected.netCents === 0)
    return (
      <EmptyState
        icon={<Coins />}
        title="Sin citas en estas fechas"
        text="Cuando atiendas a alguien, aquí verás cada peso y de dónde viene."
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
      <IncomeBars label="Ingreso neto por fecha de la cita" days={days} />
      <MoneyLines
        lines={[
          { label: 'Servicios', amountCents: settled.serviceCents },
          { label: 'Renta de espacios', amountCents: 0 - settled.rentCents },
          { label: 'Comisión de Kalli, con IVA', amountCents: 0 - settled.commissionCents },
          { label: 'Impuestos retenidos', amountCents: 0 - settled.withheldCents },
          ...(settled.monthsCents === 0
            ? []
            : [{ label: 'Costo de meses sin intereses', amountCents: 0 - settled.monthsCents }]),
          ...(settled.compensationCents === 0
            ? []
            : [{ label: 'Por citas que no diste', amountCents: 0 - settled.compensationCents }]),
          ...(settled.tipCents === 0 ? [] : [{ label: 'Propinas', amountCents: settled.tipCents }]),
        ]}
        total={{ label: 'Neto liquidado', amountCents: settled.netCents }}
      />
      {settled.inPlaceCents + expected.inPlaceCents === 0 ? null : (
        <p className="text-[0.9375rem] text-muted">
          Además, {formatCents(settled.inPlaceCents + expected.inPlaceCents)} que te pagan en el lugar por
          citas de tu agenda: ya son tuyos y no pasan por Kalli.
        </p>
      )}
    </>
  )
}

/** The text on money in a chargeback. */
const disputedText = 'hasta que decida el banco de quien pagó'

/** Where the money is now, and when it is paid out. */
export const OwnMoneyFigure = ({ figures: { payouts } }: { figures: OwnFigures }) => (
  <>
    <p className="text-[0.9375rem] text-muted">
      El plazo se cuenta desde el fin de cada cita: mientras corre, lo tuyo está en espera; cuando se cumple,
      queda liberado y sale en el próximo depósito.
    </p>
    <MoneyLines
      lines={[
        { label: 'En espera', amountCents: payouts.accruedCents, detail: 'citas dadas, plazo corriendo' },
        { label: 'Liberado', amountCents: payouts.releasableCents, detail: 'sale en el próximo depósito' },
        ...(payouts.forAccountCents === 0
          ? []
          : [
              {
                label: 'Espera tu cuenta de cobro',
                amountCents: payouts.forAccountCents,
                detail: 'sale en cuanto termines tu alta',
              },
            ]),
        { label: 'En camino a tu banco', amountCents: payouts.inProcessCents },
        { label: 'Retenido por una aclaración', amountCents: payouts.withheldCents - payouts.disputedCents },
        ...(payouts.disputedCents === 0
          ? []
          : [
              {
                label: 'Retenido por un contracargo',
                amountCents: payouts.disputedCents,
                detail: disputedText,
              },
            ]),
        ...(payouts.owedCents === 0
          ? []
          : [
              {
                label: 'Por descontar',
                amountCents: 0 - payouts.owedCents,
                detail: 'se descuenta de tu próximo pago: lo perdiste después de recibirlo',
              },
            ]),
        { label: 'Ya transferido', amountCents: payouts.paidCents, detail: 'de estas fechas' },
      ]}
    />
  </>
)

const Share = ({ share, text }: { share: number | null; text: string }) => (
  <>
    <p>
      <span className="figures font-display text-3xl font-semibold">
        {share === null ? '—' : percentText(share)}
      </span>{' '}
      <span className="text-muted">{text}</span>
    </p>
    <div aria-hidden className="h-3 rounded-full bg-sunk">
      <div className="h-3 rounded-full bg-jacaranda" style={{ width: `${Math.min(1, share ?? 0) * 100}%` }} />
    </div>
  </>
)

export const HoursFigure = ({ figures: { bookedMinutes, openMinutes } }: { figures: OwnFigures }) => (
  <Share
    share={openMinutes === 0 ? null : bookedMinutes / openMinutes}
    text={
      openMinutes === 0
        ? 'Todavía no tienes horario en estas fechas.'
        : `de tu horario: ${durationText(bookedMinutes)} con citas de ${durationText(openMinutes)}.`
    }
  />
)

export const ClientsFigure = ({ figures: { clients } }: { figures: OwnFigures }) => (
  <Share
    share={clients.came === 0 ? null : clients.returned / clients.came}
    text={
      clients.came === 0
        ? 'Nadie ha venido en estas fechas.'
        : `volvieron: ${clients.returned} de ${clients.came === 1 ? '1 persona' : `${clients.came} personas`}.`
    }
  />
)
