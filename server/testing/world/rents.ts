/** Hours that the stylist rents at the salon. Each returns what an address identifies it by. */
import { deskRent, deskRentQuote } from '#contract/booking/desk/desk-rent.ts'
import { offerHours } from '#contract/booking/rent/reservation.ts'
import { boughtPack, heldHours, rentedHours, sellPacks } from '#server/testing/reservations.ts'
import * as people from '#server/testing/people.ts'
import type { World } from '#server/testing/world.ts'

let days = 0
/** From the fourteenth of December on, so that no two rents of one stylist overlap. */
const nextDay = () => ({ date: `2026-12-${14 + (days++ % 15)}` })

export const rents = {
  deskRent: async ({ kalli, at }: World) => {
    await people.reachLevel(kalli, at.professional.accountId, 2)
    const { rows } = await kalli.database.pool.query<{ email: string }>(
      'select email from accounts where id = $1',
      [at.professional.accountId],
    )
    const body = {
      spaceId: at.space.id,
      contact: rows[0]?.email ?? '',
      startMinute: 600,
      minutes: 60,
      ...nextDay(),
    }
    const quoted = await at.host.person.call(deskRentQuote, { body })
    const held = await at.host.person.call(deskRent, { body: { token: quoted.body.token } })
    return held.body.bookingId
  },
  /** Four hours at the salon that the stylist paid beforehand; each on another day. */
  reservation: async ({ at }: World) => (await rentedHours(at.professional.person, at, nextDay())).id,
  /** Of rented hours, contested, so that staff has to decide; its address names the rent. */
  deposit: async ({ kalli, at }: World) => {
    const { id } = await rentedHours(at.professional.person, at, nextDay())
    await kalli.database.pool.query('update bookings set deposit_cents = 100 where id = $1', [id])
    await kalli.database.pool.query(
      `insert into deposits (id, booking_id, professional_id, host_id, amount_cents, state, requested_at, held_at, claim_cents,
         claim_reason, claimed_at, contest_by, contest_text, contested_at)
       select gen_random_uuid(), id, professional_id, host_id, 100, 'contested', $2::timestamptz, $2::timestamptz, 100,
         'Un espejo roto.', $2::timestamptz, $2::timestamptz + interval '48 hours', 'Ya estaba así.', $2::timestamptz
       from bookings where id = $1`,
      [id, kalli.clock()],
    )
    return id
  },
  heldHours: async ({ at }: World) => (await heldHours(at.professional.person, at, nextDay())).id,
  hourPack: async ({ kalli, at }: World) => {
    await sellPacks(kalli, at.space.id, { transferable: false })
    return (await boughtPack(at.professional.person, at)).id
  },
  /** Offered to a colleague of the same salon. */
  handOver: async ({ kalli, at }: World) => {
    const rent = await rentedHours(at.professional.person, at, nextDay())
    const colleague = await people.professional(kalli)
    await people.agreement(kalli, colleague.id, at.space.id)
    const answer = await at.professional.person.call(offerHours, {
      params: { id: rent.id },
      body: { professionalId: colleague.id, version: rent.version },
    })
    return answer.body.transferOffer?.id ?? ''
  },
}
