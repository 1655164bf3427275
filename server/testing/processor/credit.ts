/** Clients with credit. */
import { account } from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { inTransaction } from '#server/platform/work.ts'
import { booked, type Bookable } from '#server/testing/bookings.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { valueIn } from '#server/testing/value.ts'

/** By Kalli's goodwill; once to each client. */
export const giveCredit = (kalli: TestServer, clientId: number, cents: number) =>
  inTransaction(kalli.work(), (work) =>
    post(work, {
      kind: 'credit',
      idemKey: `given:${clientId}`,
      bookingId: null,
      at: work.now,
      lines: [
        { account: account.goodwill, amountCents: cents },
        { account: account.clientCredit, partyId: clientId, amountCents: -cents },
      ],
    }),
  )

/** The client of a booking. */
export const clientOf = async (kalli: TestServer, bookingId: string) =>
  Number(await valueIn(() => kalli)('select client_id from bookings where id = $1', bookingId))

/** Signed in, with a visit at that stylist's today, and this much credit. */
export const clientWithCredit = async (kalli: TestServer, at: Bookable, cents: number) => {
  const who = await people.signIn(kalli, await people.account(kalli))
  const first = await booked(kalli, at, { who, date: '2026-11-20', place: 2 })
  const clientId = await clientOf(kalli, first.id)
  await giveCredit(kalli, clientId, cents)
  return { who, clientId }
}
