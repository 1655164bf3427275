import type { Hold } from '#contract/booking.ts'
import { formatCents } from '#contract/money.ts'
import { nameOr } from '#contract/persons.ts'
import FurtherVisits from '#web/parts/booking/further-visits.tsx'
import { GoingTo } from '#web/parts/booking/going-to.tsx'
import { BookingSummary } from '#web/parts/booking/summary.tsx'
import { MoneyLines } from '#web/parts/money/money-lines.tsx'
import { Steps } from '#web/ui/steps.tsx'

/** What stands beside the form to pay and changes with the held visit alone: nothing in it needs a script. */
export const PaySteps = () => <Steps steps={['Servicio y hora', 'Datos y pago', 'Listo']} current={1} />

export const HeldSummary = ({ hold }: { hold: Hold }) => <BookingSummary booking={hold} />

/** How it is paid: so much of it from what the client has for later, and what is promised for afterwards. */
export type HeldPay = { creditCents: number; byCard: boolean; tipCents: number }

export const HeldTerms = ({ hold, pay: { creditCents, byCard, tipCents } }: { hold: Hold; pay: HeldPay }) => {
  const upfront = byCard ? hold.upfront : null
  return (
    <div className="flex flex-col gap-6">
      <div className="border-t border-line pt-5">
        <MoneyLines
          lines={
            creditCents === 0
              ? linesOf(hold)
              : [...linesOf(hold), { label: 'Tu saldo a favor', amountCents: -creditCents }]
          }
          total={{
            label: creditCents === 0 ? 'Total' : byCard ? 'Con tu tarjeta' : 'Por pagar',
            amountCents: hold.quote.totalCents - creditCents,
          }}
          note="IVA incluido."
        />
        {upfront === null ? null : <InTwo {...upfront} nowCents={upfront.nowCents - creditCents} />}
        {tipCents === 0 ? null : (
          <p className="mt-3 flex justify-between gap-4 border-t border-line pt-3 text-[0.9375rem]">
            <span>Después de tu cita, la propina</span>
            <span className="figures">{formatCents(tipCents)}</span>
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
      <GoingTo quote={hold.quote} />
      <p className="text-[0.9375rem]">
        <span className="font-semibold">Cancelación {hold.policy.label}.</span> {hold.policy.text}
      </p>
    </div>
  )
}

/** What is paid today, and what when the visit is over. */
const InTwo = ({ nowCents, laterCents }: { nowCents: number; laterCents: number }) => (
  <div className="mt-3 border-t border-line pt-3">
    <MoneyLines
      lines={[{ label: 'Al terminar tu cita, con la misma tarjeta', amountCents: laterCents }]}
      total={{ label: nowCents === 0 ? 'Hoy' : 'Hoy, de anticipo', amountCents: nowCents }}
    />
  </div>
)

/** Of several people each line says whose it is. */
const linesOf = ({ quote, people }: Hold) =>
  quote.lines.map(({ label, amountCents, person }) => ({
    label:
      person === undefined
        ? label
        : `${nameOr(people?.find((one) => one.person === person)?.firstName, person)} · ${label}`,
    amountCents,
  }))
