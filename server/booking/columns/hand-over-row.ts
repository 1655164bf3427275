/** Offers of rented hours as both parties see them, and their end when the hours themselves end or change. */
import { sql } from 'kysely'
import { untilAgreed } from '#contract/conversation/outside-contact.ts'
import type { HandOver } from '#contract/booking/rent/hand-over.ts'
import { spaceNamed } from '#server/places/place-name.ts'
import { publish } from '#server/platform/jobs.ts'
import { isOwn, type Work } from '#server/platform/work.ts'

type Row = Omit<HandOver, 'expiresAt' | 'rent' | 'side'> & {
  expiresAt: Date
  rent: Omit<HandOver['rent'], 'startsAt' | 'endsAt'> & { startsAt: string; endsAt: string }
}

/** Open offers of these rents; or those that await the viewer's answer. */
export const openOffers = (
  work: Work,
  which: { bookingIds: readonly string[] } | { mine: true },
): Promise<HandOver[]> =>
  select(
    work,
    'mine' in which
      ? sql`o.status = 'offered' and o.expires_at > ${work.now} and o.to_professional_id = ${work.viewer.professionalId}::bigint`
      : sql`o.status = 'offered' and o.booking_id = any(${which.bookingIds}::uuid[])`,
  )

/** One offer, for its two parties; undefined for other viewers. */
export const offerById = async (work: Work, id: string): Promise<HandOver | undefined> => {
  const [offer] = await select(
    work,
    sql`o.id = ${id}::uuid and ${work.viewer.professionalId}::bigint in (o.from_professional_id, o.to_professional_id)`,
  )
  return offer
}

const select = async (work: Work, which: ReturnType<typeof sql>): Promise<HandOver[]> => {
  const { rows } = await sql<Row>`
    select o.id, o.version, o.status, o.message, o.expires_at as "expiresAt", o.starts_at is not null as part,
      json_build_object('id', giver.id, 'name', concat_ws(' ', giver.first_name, giver.last_name)) as "from",
      json_build_object('id', taker.id, 'name', concat_ws(' ', taker.first_name, taker.last_name)) as "to",
      json_build_object('id', coalesce(o.made_id, b.id), 'startsAt', coalesce(o.starts_at, b.starts_at),
        'endsAt', coalesce(o.ends_at, b.ends_at), 'zone', b.zone, 'spaceId', b.space_id,
        'spaceName', ${spaceNamed('s')}, 'unitName', u.name, 'rentCents', coalesce(o.worth_cents, b.rent_cents)) as rent
    from hand_overs o
    join professionals giver on giver.id = o.from_professional_id
    join professionals taker on taker.id = o.to_professional_id
    join bookings b on b.id = o.booking_id
    join spaces s on s.id = b.space_id
    join units u on u.id = b.unit_id
    where ${which} order by coalesce(o.starts_at, b.starts_at), o.id limit 100`.execute(work.db)
  return rows.map((row) => ({
    ...row,
    message: untilAgreed(row.message, row.status === 'accepted'),
    side: isOwn(work.viewer.professionalId, row.from.id) ? ('giver' as const) : ('taker' as const),
    expiresAt: row.expiresAt.toISOString(),
    rent: {
      ...row.rent,
      startsAt: new Date(row.rent.startsAt).toISOString(),
      endsAt: new Date(row.rent.endsAt).toISOString(),
    },
  }))
}

/** In the caller's transaction; notifies the professional who was offered the hours. */
export const withdrawOffer = async (work: Work, bookingId: string): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    update hand_overs set status = 'withdrawn', version = version + 1, decided_at = ${work.now}
    where booking_id = ${bookingId} and status = 'offered' returning id`.execute(work.db)
  for (const { id } of rows) await publish(work, 'hand_over.withdrawn', { handOverId: id })
}
