import type { Hold } from '#contract/booking.ts'
import { type PayMethod, voucherText } from '#web/parts/booking/voucher-text.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'

/** What pressing the button does, under it. */
export default function PayNote({ hold, method }: { hold: Hold; method: PayMethod }): string {
  if (method === 'pack') return 'Hoy no pagas nada: tu cita toma una sesión de tu paquete.'
  return method === 'card' ? chargeText(hold) : voucherText[method]
}

const dayMs = 86_400_000

/** When the card is charged (money.md D5): at once within a day, else a day before. */
const chargeText = ({ startsAt, zone, asksFirst, professional, upfront }: Hold) => {
  if (asksFirst)
    return `${professional.firstName} responde cada solicitud. Hoy no se te cobra nada: solo si acepta.`
  // Not "guardamos": that is what one may tick for the next visit.
  if (upfront?.nowCents === 0) return 'Hoy no se te cobra nada: tu tarjeta queda como respaldo de esta cita.'
  const until = Date.parse(startsAt) - Date.now()
  if (until <= dayMs) return 'El cargo se hace ahora.'
  const at = shortOf(new Date(Date.parse(startsAt) - dayMs).toISOString(), zone)
  return until <= 6 * dayMs
    ? `Hoy tu banco solo aparta el monto; el cargo se hace el ${at}.`
    : `Hoy no se te cobra nada; el cargo a tu tarjeta se hace el ${at}.`
}
