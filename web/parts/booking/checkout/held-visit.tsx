import type { Hold } from '#contract/booking/hold.ts'
import { formatCents } from '#contract/platform/money.ts'
import { compositionOf, type HeldPay } from '#web/parts/booking/summary/composition.ts'
import FurtherVisits from '#web/parts/booking/checkout/further-visits.tsx'
import { GoingTo } from '#web/parts/booking/checkout/going-to.tsx'
import { BookingSummary } from '#web/parts/booking/summary/summary.tsx'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { Steps } from '#web/ui/page/steps.tsx'

/** The part beside the payment form that depends on the held visit alone: it works without scripts. */
export const PaySteps = () => <Steps steps={['Servicio y hora', 'Datos y pago', 'Listo']} current={1} />

export const HeldSummary = ({ hold }: { hold: Hold }) => (
  <BookingSummary booking={hold} isPriced={hold.class === undefined} />
)

export const HeldTerms = ({ hold, pay }: { hold: Hold; pay: HeldPay }) => {
  const { lines, total, inTwo, shares, policy } = compositionOf(hold, pay)
  return (
    <div className="flex flex-col gap-2">
      <div className="border-t border-line pt-2">
        {/* A single line would repeat the total. */}
        <MoneyLines
          lines={lines.length === 1 && lines[0]?.amountCents === total.amountCents ? [] : lines}
          total={total}
        />
        {inTwo === null ? null : <InTwo {...inTwo} />}
        {pay.tipCents === 0 ? null : (
          <p className="mt-3 flex justify-between gap-4 border-t border-line pt-3 text-[0.9375rem]">
            <span>Después de tu cita, la propina</span>
            <span className="figures">{formatCents(pay.tipCents)}</span>
          </p>
        )}
      </div>
      {hold.further.length === 0 ? null : (
        <FurtherVisits
          further={hold.further}
          zone={hold.zone}
          first={hold.quote.totalCents}
          inTwo={hold.upfront !== null}
        />
      )}
      <GoingTo {...shares} />
      <p className="text-sm">
        IVA incluido. <span className="font-semibold">Cancelación {hold.policy.label}.</span> {policy}
      </p>
    </div>
  )
}

/** What is paid today, and what after the visit. */
const InTwo = ({ nowCents, laterCents }: { nowCents: number; laterCents: number }) => (
  <div className="mt-3 border-t border-line pt-3">
    <MoneyLines
      lines={[{ label: 'Al terminar tu cita, con la misma tarjeta', amountCents: laterCents }]}
      total={{ label: nowCents === 0 ? 'Hoy' : 'Hoy, de anticipo', amountCents: nowCents }}
    />
  </div>
)
