import type { OwnHour } from '#contract/booking/series/own-appointment.ts'
import { InPlaceMethod, inPlaceNames, type OwnPayment } from '#contract/payment/in-place.ts'
import { formatCents } from '#contract/platform/money.ts'
import { inOneSentence } from '#web/parts/booking/series/series-dates.tsx'
import type { OwnAppointmentForm } from '#web/parts/booking/series/use-own-appointment.ts'
import { Pesos } from '#web/parts/pricing/fields.tsx'
import { ChipChoice } from '#web/ui/form/chip-choice.tsx'

const ways: readonly { value: OwnPayment; label: string }[] = [
  { value: 'place', label: 'En el lugar' },
  { value: 'link', label: 'Con liga de pago' },
  { value: 'deposit', label: 'Con anticipo' },
]

const methods = InPlaceMethod.options.map((value) => ({
  value,
  label: `${inPlaceNames[value].charAt(0).toUpperCase()}${inPlaceNames[value].slice(1)}`,
}))

/** The payment method, the professional's net amount, and which of their rules this hour overrides. */
export const OwnAppointmentMoney = ({ form }: { form: OwnAppointmentForm }) => {
  const { hour, how } = form
  return (
    <div className="flex flex-col gap-3">
      <ChipChoice
        legend="¿Cómo te paga?"
        name="own-payment"
        value={how}
        onChange={form.setHow}
        options={ways}
      />
      {how === 'deposit' && hour?.deposit ? (
        <Pesos
          label="Anticipo con liga"
          cents={form.depositCents ?? hour.deposit.linkCents}
          onChange={form.setDeposit}
        />
      ) : null}
      {how === 'link' ? null : (
        <ChipChoice
          legend={how === 'place' ? 'Te paga con' : 'Y lo demás, en el lugar, con'}
          name="in-place"
          value={form.method}
          onChange={form.setMethod}
          options={methods}
        />
      )}
      {hour === undefined || form.visit.open !== undefined ? null : (
        <p className="text-[0.9375rem] text-muted">{moneyWords(hour, how)}</p>
      )}
      {hour === undefined || hour.overrides.length === 0 ? null : (
        <p role="status" className="rounded-md bg-maiz-soft px-3.5 py-2.5 text-[0.9375rem] text-maiz-ink">
          Esta hora no se la ofreces a tus clientes: {inOneSentence(hour.overrides)}. Para tu propia cita sí
          se puede.
        </p>
      )}
    </div>
  )
}

/** The professional's net amount by this method, line by line in words. */
const moneyWords = (hour: OwnHour, how: OwnPayment): string => {
  const total = formatCents(hour.slot.totalCents)
  if (how === 'place') {
    const rent =
      hour.rentCents > 0
        ? ` La renta, ${formatCents(hour.rentCents)}, se descuenta de tus próximos depósitos.`
        : ''
    return `Cobras ${total}. ${commissionOf(hour)}${rent}${hour.rentCents + hour.commissionCents > 0 ? ` Te quedan ${formatCents(hour.netCents)}.` : ''}`
  }
  const way = hour[how]
  if (way === null) return 'Con este precio solo se puede cobrar en el lugar.'
  const requested =
    how === 'link'
      ? `Le llega una liga para pagar ${total} con tarjeta; la cita queda confirmada desde ahora.`
      : `Le llega una liga para pagar ${formatCents(way.linkCents)}; los otros ${formatCents(hour.slot.totalCents - way.linkCents)}, en el lugar.`
  const rent = hour.rentCents > 0 ? ` Renta: ${formatCents(hour.rentCents)}.` : ''
  return `${requested} ${commissionOf(way)}${rent} Te quedan ${formatCents(way.netCents)}.`
}

const commissionOf = ({
  commissionWords,
  commissionCents,
}: Pick<OwnHour, 'commissionWords' | 'commissionCents'>) =>
  `${commissionWords}${commissionCents > 0 ? ` (${formatCents(commissionCents)})` : ''}.`
