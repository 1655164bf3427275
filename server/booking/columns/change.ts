/** A change of hour that a party proposed, while it is open or being paid. */
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { bookingColumns, type Read } from '#server/booking/columns/joins.ts'
import type { paymentColumns } from '#server/booking/columns/payment.ts'
import { refundWords } from '#server/booking/columns/refund-words.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { Side } from '#server/booking/moves/party.ts'

export const changeColumns = bookingColumns([
  'proposal.proposed_by as change_by',
  'proposal.starts_at as change_starts_at',
  'proposal.ends_at as change_ends_at',
  'proposal.changes as change_changes',
  'proposal.note as change_note',
  'proposal.state as change_state',
  'proposal.difference_cents as change_difference_cents',
  'proposal.fee_cents as change_fee_cents',
  'change_payment.action_url as change_action_url',
  'proposal.expires_at as change_expires_at',
  'proposal.client_acceptance as change_client',
  'proposal.professional_acceptance as change_professional',
  'proposal.host_acceptance as change_host',
])

type View = Pick<z.input<typeof Booking>, 'change'>
type Shown = Read<typeof changeColumns> &
  Pick<Read<typeof paymentColumns>, 'payment_method'> &
  Pick<BookingRow, 'kind' | 'paid_by' | 'professional_id' | 'pack_id'>

export const changePart = (shown: Shown, side: Side): View => ({ change: changeFor(shown, side) })

/** While a card is being charged only the client sees the change; what a client pays is hidden from the host. */
const changeFor = (shown: Shown, side: Side): View['change'] => {
  const change = changeOf(shown, side)
  if (change === null || (change.paying !== null && side !== 'client')) return null
  if (side !== 'host') return change
  // The host does not decide about a visit: the note stays between client and professional.
  const note = shown.kind === 'rent' || change.by === 'host' ? change.note : ''
  return { ...change, note, differenceCents: 0, feeCents: 0 }
}

/** The proposal without anything hidden; null when there is none. */
export const changeOf = (shown: Shown, side: Side): View['change'] =>
  shown.change_by === null ||
  shown.change_starts_at === null ||
  shown.change_ends_at === null ||
  shown.change_expires_at === null
    ? null
    : {
        by: z.parse(ChangeBy, shown.change_by),
        startsAt: shown.change_starts_at.toISOString(),
        endsAt: shown.change_ends_at.toISOString(),
        ...placeIn(shown, side),
        note: shown.change_note ?? '',
        expiresAt: shown.change_expires_at.toISOString(),
        differenceCents: shown.change_difference_cents ?? 0,
        feeCents: shown.change_fee_cents ?? 0,
        paying: shown.change_state === 'paying' ? { actionUrl: shown.change_action_url } : null,
        waitsFor:
          shown.change_state === 'paying'
            ? []
            : [
                ...(shown.change_client === 'pending' ? (['client'] as const) : []),
                ...(shown.change_professional === 'pending' ? (['professional'] as const) : []),
                ...(shown.change_host === 'pending' ? (['host'] as const) : []),
              ],
      }

/** The new place, what would be refunded and how, and what it would cost anyone else. */
const placeIn = (shown: Shown, side: Side) => {
  const { place, refundCents, worthCents } = z.parse(ChangePlace, shown.change_changes)
  const words = refundCents
    ? refundWords(side === 'host' ? 'host' : 'professional', { ...refundOf(shown), refundCents })
    : null
  return { place, refundCents: refundCents ?? null, refundWords: words, worthCents: worthCents ?? null }
}

const refundOf = ({ payment_method, paid_by, professional_id, pack_id }: Shown) => ({
  byHand: payment_method === 'cash',
  isPayers: paid_by === professional_id,
  ofPack: pack_id !== null,
})

const ChangeBy = z.enum(['client', 'professional', 'host'])
const ChangePlace = z.object({
  place: z.string(),
  refundCents: z.optional(z.int()),
  worthCents: z.optional(z.int()),
})
