/**
 * Evidence for a bank that a charge was right: how the visit was registered, when the parties wrote, which policy was accepted, what was
 * paid. Facts and times only; no names or messages are sent.
 */
import { sql } from 'kysely'
import type { Chargeback, Evidence } from '#contract/payment/chargeback.ts'
import { formatCents } from '#contract/platform/money.ts'
import { policyTiers } from '#contract/service/service.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import type { About } from '#server/chargeback/about.ts'
import type { Work } from '#server/platform/work.ts'
import { openTerms } from '#server/pricing/terms.ts'

type Messages = { sent: number; ofClient: number; first: Date | null; last: Date | null }
type Proof = Chargeback['proofs'][number]

const methods: Readonly<Record<string, string>> = {
  client_code: 'con el código de llegada del cliente',
  station_code: 'con el código del lugar',
  position: 'por la ubicación de quien atendió',
  word: 'solo de palabra',
}

export const evidenceOf = async (
  work: Work,
  about: About,
  paid: { cents: number; at: Date; refundedCents: number },
): Promise<{ evidence: Evidence; proofs: Proof[] }> => {
  const { booking } = about
  const zone = booking?.zone ?? 'America/Mexico_City'
  const when = (at: Date) => `${longDate(at, zone)} ${clockTime(at, zone)} h`
  const bought: Proof = {
    label: 'Recibo',
    text: `${formatCents(paid.cents)} pagados el ${when(paid.at)}${paid.refundedCents === 0 ? '' : `, ${formatCents(paid.refundedCents)} ya devueltos a la misma tarjeta`}`,
    isThere: true,
  }
  if (booking === null)
    return {
      proofs: [bought],
      evidence: { about: 'Compra en Kalli', servedOn: '', log: bought.text, policy: '', rest: '' },
    }
  const messages = await messagesOf(work, booking.id)
  const { client: policy } = openTerms(booking.terms)
  const proofs: Proof[] = [
    {
      label: 'Llegada',
      text:
        booking.checked_in_at === null
          ? 'No consta ninguna llegada'
          : `${when(booking.checked_in_at)}, ${methods[booking.check_in_method ?? 'word'] ?? 'solo de palabra'}`,
      isThere: about.isProved,
    },
    {
      label: 'Salida',
      text: booking.checked_out_at === null ? 'No consta' : when(booking.checked_out_at),
      isThere: booking.checked_out_at !== null,
    },
    {
      label: 'Mensajes',
      text:
        messages.first === null || messages.last === null
          ? 'No se escribieron'
          : `${messages.sent}, ${messages.ofClient} de quien pagó; del ${when(messages.first)} al ${when(messages.last)}`,
      isThere: messages.ofClient > 0,
    },
    {
      label: 'Política aceptada',
      text: `${policyTiers[policy.tier].label}, al reservar${booking.confirmed_at === null ? '' : ` el ${when(booking.confirmed_at)}`}`,
      isThere: booking.confirmed_at !== null,
    },
    bought,
  ]
  return {
    proofs,
    evidence: {
      about: `${booking.service_name}, reservado en Kalli para el ${when(booking.starts_at)}`,
      servedOn: localDateOf(booking.local_start),
      log: proofs
        .filter(({ label }) => label === 'Llegada' || label === 'Salida')
        .map(({ label, text }) => `${label}: ${text}.`)
        .join(' '),
      policy: `Política de cancelación ${policyTiers[policy.tier].label}, mostrada antes de pagar y enviada con el recibo.`,
      rest: `${bought.text}. Mensajes: ${proofs[2]?.text ?? ''}.`,
    },
  }
}

const localDateOf = (local: string) => local.slice(0, 10)

/** How often and when the two wrote; not what. */
const messagesOf = async (work: Work, bookingId: string): Promise<Messages> => {
  const { rows } = await sql<Messages>`
    select count(*)::int as sent, count(*) filter (where m.side = 'client')::int as "ofClient", min(m.at) as first, max(m.at) as last
    from conversation_messages m join conversations c on c.id = m.conversation_id where c.booking_id = ${bookingId}`.execute(
    work.db,
  )
  return rows[0] ?? { sent: 0, ofClient: 0, first: null, last: null }
}
