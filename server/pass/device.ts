/** Devices that have a pass of a visit, by Apple's web service. We store the name that Apple generates, and the push token. */
import { sql } from 'kysely'
import type { Work } from '#server/platform/work.ts'

type Device = { bookingId: string; device: string; pushToken: string }

/** False: it was registered already; its push token may have changed. */
export const register = async (work: Work, { bookingId, device, pushToken }: Device): Promise<boolean> => {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into pass_devices (booking_id, device, push_token, registered_at)
    values (${bookingId}::uuid, ${device}, ${pushToken}, ${work.now})
    on conflict (booking_id, device) do update set push_token = excluded.push_token
    returning xmax = 0 as is_new`.execute(work.db)
  return rows[0]?.is_new === true
}

export const unregister = (work: Work, { bookingId, device }: Omit<Device, 'pushToken'>) =>
  work.db
    .deleteFrom('pass_devices')
    .where('booking_id', '=', bookingId)
    .where('device', '=', device)
    .execute()

/** Passes of the device that changed after the tag, and the next tag: the instant of the last change, in milliseconds. */
export const changedSince = async (work: Work, device: string, since: number) => {
  const { rows } = await sql<{ booking_id: string; at: string }>`
    select d.booking_id, (extract(epoch from max(m.at)) * 1000)::bigint::text as at
    from pass_devices d join booking_moves m on m.booking_id = d.booking_id where d.device = ${device}
    group by d.booking_id having max(m.at) > to_timestamp(${since / 1000}::double precision)
    order by d.booking_id limit 500`.execute(work.db)
  return {
    serials: rows.map((row) => row.booking_id),
    tag: String(Math.max(since, ...rows.map(({ at }) => Number(at)))),
  }
}

export const changedAt = async (work: Work, bookingId: string): Promise<Date> => {
  const row = await work.db
    .selectFrom('booking_moves')
    .select((move) => move.fn.max('at').as('at'))
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  return row?.at ?? work.now
}

export const devicesOf = (work: Work, bookingId: string) =>
  work.db
    .selectFrom('pass_devices')
    .select(['device', 'push_token'])
    .where('booking_id', '=', bookingId)
    .execute()

/** For an erased person: their passes are no longer updated. */
export const forgetPasses = (work: Work, clientIds: readonly number[]) =>
  sql`delete from pass_devices d using bookings b where b.id = d.booking_id and b.client_id = any(${[...clientIds]}::bigint[])`.execute(
    work.db,
  )

/** A month after the visit nothing of it changes any more. */
export const forgetOver = (work: Work) =>
  sql`delete from pass_devices d using bookings b
    where b.id = d.booking_id and b.ends_at < ${work.now}::timestamptz - interval '30 days'`.execute(work.db)
