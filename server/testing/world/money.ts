/** Payments, and what a bank reversed. Each returns what an address identifies it by. */
import { randomUUID } from 'node:crypto'
import { buyGiftCard } from '#contract/booking/prepaid/gift-card.ts'
import type { World } from '#server/testing/world.ts'
import { bookingOf } from '#server/testing/world/visits.ts'

export const money = {
  payment: async (world: World) => {
    const { id } = await world.kalli.database.kysely
      .selectFrom('payments')
      .select('id')
      .where('booking_id', '=', await bookingOf(world))
      .executeTakeFirstOrThrow()
    return id
  },
  /** A deposit in the host's bank. */
  bankDeposit: async ({ kalli, at }: World) => {
    const { rows } = await kalli.database.pool.query<{ id: string }>(
      `insert into bank_deposits (id, provider, external_id, party, party_id, amount_cents, status, sent_at, arrives_on)
       values (gen_random_uuid(), 'standin', gen_random_uuid()::text, 'host', $1, 100, 'arrived', $2::timestamptz, $2::date) returning id`,
      [at.host.id, kalli.clock()],
    )
    return rows[0]?.id ?? ''
  },
  /** A bank reversed the client's payment. */
  chargeback: async (world: World) => {
    const { kalli } = world
    const { rows } = await kalli.database.pool.query<{ id: string }>(
      `insert into chargebacks (id, payment_id, booking_id, provider, external_id, reason, amount_cents, fee_cents, fee_iva_cents,
         state, opened_at, respond_by)
       select gen_random_uuid(), id, booking_id, provider, gen_random_uuid()::text, 'fraud', 100, 0, 0, 'open', $2::timestamptz,
         $2::timestamptz + interval '7 days'
       from payments where booking_id = $1 returning id`,
      [await bookingOf(world), kalli.clock()],
    )
    return rows[0]?.id ?? ''
  },
  /** A bank returned a refund of it twice. */
  failedRefund: async (world: World) => {
    const { rows } = await world.kalli.database.pool.query<{ id: string }>(
      `with paid as (update payments set status = 'captured', captured_cents = 100, amount_cents = 100, refund_sent_cents = 100,
           refund_failed_cents = 100 where booking_id = $1 returning id)
       insert into failed_refunds (id, payment_id, number, amount_cents, seen_at, state)
       select gen_random_uuid(), id, 1, 100, $2::timestamptz, 'waiting' from paid returning id`,
      [await bookingOf(world), world.kalli.clock()],
    )
    return rows[0]?.id ?? ''
  },
  giftCard: async ({ persons }: World) => {
    const bought = await persons['owner client'].call(buyGiftCard, {
      body: {
        requestId: crypto.randomUUID(),
        amountCents: 30_000,
        from: 'Lucía',
        to: 'Inés',
        message: '',
        delivery: { by: 'hand' },
        cardToken: 'tok_ok',
      },
    })
    return bought.body.id
  },
  savedCard: async ({ kalli, clientAccountId }: World) => {
    const { id } = await kalli.database.kysely
      .insertInto('saved_cards')
      .values({
        id: randomUUID(),
        account_id: clientAccountId,
        provider: 'standin',
        card_ref: `card_ok_visa_4242_${randomUUID().slice(0, 8)}`,
        brand: 'visa',
        last4: '4242',
        expires: null,
        saved_at: kalli.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
}
