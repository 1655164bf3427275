import { dayMs } from '#contract/platform/duration.ts'
import type { Hold } from '#contract/booking/hold.ts'
import { type PayMethod, voucherText } from '#web/parts/booking/payment/voucher-text.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { serverNow } from '#web/server-clock.ts'

/** The consequence of pressing the button, below it. */
export default function PayNote({
  hold,
  method,
  creditCents,
  months,
}: {
  hold: Pick<Hold, 'asksFirst' | 'answeredBy' | 'professional' | 'startsAt' | 'zone' | 'upfront'>
  method: PayMethod
  /** The part that the client's credit pays. */
  creditCents: number
  /** Interest-free, by card. */
  months?: number | undefined
}): string {
  const name = hold.answeredBy ?? hold.professional.firstName
  if (hold.asksFirst && months !== undefined)
    return `${name} responde cada solicitud. Hoy tu banco solo aparta el monto; si acepta, se cobra completo y tu banco lo divide.`
  if (hold.asksFirst) return requestText(name, method, creditCents)
  if (method === 'pack') return 'Hoy no pagas nada: tu cita toma una sesión de tu paquete.'
  if (method !== 'card') return voucherText[method]
  return months === undefined
    ? chargeText(hold)
    : 'Hoy se cobra completo y tu banco lo divide sin intereses. Si cancelas a tiempo, te lo devolvemos a tu tarjeta.'
}

/** The professional answers once the money is received or authorised; declining refunds all of it. */
const requestText = (name: string, method: PayMethod, creditCents: number): string => {
  switch (method) {
    case 'card':
      return `${name} responde cada solicitud. ${
        creditCents === 0
          ? 'Hoy no se te cobra nada: solo si acepta.'
          : 'A tu tarjeta se le cobra solo si acepta; tu saldo queda apartado desde hoy y, si no acepta, vuelve completo.'
      }`
    case 'pack':
      return `${name} responde cada solicitud. Apartamos una sesión de tu paquete; si no acepta, vuelve a él.`
    case 'spei':
      return `${voucherText.spei} Cuando llega tu pago, ${name} responde tu solicitud; si no acepta, el dinero vuelve a la cuenta de la que salió${creditCents === 0 ? '' : ' y lo que pagaste con tu saldo, a tu saldo'}.`
    case 'oxxo':
      return `${voucherText.oxxo} Cuando llega tu pago, ${name} responde tu solicitud; si no acepta, también queda como saldo.`
  }
}

/** When the card is charged (money.md D5): at once within a day, else a day before. */
const chargeText = ({ startsAt, zone, upfront }: Pick<Hold, 'startsAt' | 'zone' | 'upfront'>) => {
  // Not "guardamos": that is the word for saving a card for the next visit.
  if (upfront?.nowCents === 0) return 'Hoy no se te cobra nada: tu tarjeta queda como respaldo de esta cita.'
  const until = Date.parse(startsAt) - serverNow()
  if (until <= dayMs) return 'El cargo se hace ahora.'
  const at = shortOf(new Date(Date.parse(startsAt) - dayMs).toISOString(), zone)
  return until <= 6 * dayMs
    ? `Hoy tu banco solo aparta el monto; el cargo se hace el ${at}.`
    : `Hoy no se te cobra nada; el cargo a tu tarjeta se hace el ${at}.`
}
