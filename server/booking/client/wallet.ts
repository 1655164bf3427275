/** A client's credit as they see it, and what it would pay. Spending it is in payment (credit.ts). */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Covered, Wallet } from '#contract/booking/prepaid/wallet.ts'
import { clientOfContact } from '#server/booking/contact/client.ts'
import { holdersOf } from '#server/booking/moves/party.ts'
import { dueNow } from '#server/booking/moves/upfront.ts'
import { coveredBy, creditOf, heldCredit } from '#server/payment/charge/credit.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { refuse } from '#server/platform/refuse.ts'
import { isContactConfirmed, reachablePhone } from '#server/verification/contact.ts'
import type { Work } from '#server/platform/work.ts'

const maxEntries = 50

export const wallet = (work: Work): Promise<z.input<typeof Wallet>> =>
  walletOf(work, work.viewer.clientId === null ? [] : [work.viewer.clientId])

/** Of all these clients together: the same mailbox and telephone, given at two visits, may be two client rows. */
export const walletOf = async (work: Work, clientIds: readonly number[]): Promise<z.input<typeof Wallet>> => {
  const { rows } = await sql<{
    at: Date
    kind: string
    amountCents: number
    bookingId: string | null
    service: string | null
  }>`
    select journals.at, journals.kind, -entries.amount_cents as "amountCents", journals.booking_id as "bookingId",
      bookings.service_name as service
    from entries join journals on journals.id = entries.journal_id
    left join bookings on bookings.id = journals.booking_id
    where entries.account = ${account.clientCredit} and entries.party_id = any(${[...clientIds]}::bigint[])
    order by journals.id desc limit ${maxEntries}`.execute(work.db)
  const credits = await Promise.all(clientIds.map((id) => creditOf(work, id)))
  return {
    creditCents: credits.reduce((sum, cents) => sum + cents, 0),
    entries: rows.map(({ at, kind, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      kind: words[kind] ?? 'back',
    })),
  }
}

const words: Readonly<Record<string, z.input<typeof Wallet>['entries'][number]['kind']>> = {
  credit: 'earned',
  gift_redeemed: 'gift',
  credit_used: 'used',
  chargeback_lost: 'taken',
}

/** Refuses not_found for another client's hold. */
export const holdCredit = async (
  work: Work,
  id: string,
  given: { email?: string | undefined; phone?: string | undefined },
): Promise<z.input<typeof Covered>> => {
  const booking = await work.db
    .selectFrom('bookings')
    .select([
      'holder',
      'kind',
      'total_cents',
      'upfront_cents',
      'balance_cents',
      'balance_waived_cents',
      'in_place_cents',
      'status',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (booking === undefined || booking.kind === 'rent' || !holdersOf(work.viewer).includes(booking.holder))
    return refuse('not_found')
  const clientId = await payerOf(work, given)
  // An attempt that the bank refused still has the credit: another card takes it over.
  const earlier = clientId === null ? null : await readPayment(work, id)
  const ownCents = earlier?.credit_client_id === clientId && earlier !== null ? heldCredit(earlier) : 0
  const creditCents = clientId === null ? 0 : (await creditOf(work, clientId)) + ownCents
  // Credit applies to the amount paid today, which may be a part.
  const share = (isInTwo: boolean) => {
    const { nowCents } = dueNow(booking, isInTwo)
    const coveredCents = coveredBy(creditCents, nowCents)
    return { coveredCents, cardCents: nowCents - coveredCents }
  }
  return { creditCents, ...share(true), whole: share(false) }
}

/** The paying client: signed in, or a visitor who confirmed the telephone or email. */
const payerOf = async (
  work: Work,
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
): Promise<number | null> => {
  if (work.viewer.accountId !== null) return work.viewer.clientId
  const telephone = phone === undefined ? null : reachablePhone(phone)
  if (telephone !== null && (await isContactConfirmed(work, telephone, 'sms')))
    return (await clientOfContact(work, { channel: 'sms', address: telephone }))?.id ?? null
  if (email === undefined || !(await isContactConfirmed(work, email))) return null
  return (await clientOfContact(work, { channel: 'email', address: email }))?.id ?? null
}
