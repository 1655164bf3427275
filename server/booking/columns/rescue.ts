/** The replacement place, as each party sees it: in each view of a visit, and in its host's list. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import type { Rescue } from '#contract/booking/booking.ts'
import { HostRescue, leftToPay } from '#contract/booking/cancellation/rescue.ts'
import { walkingMinutes } from '#contract/places/walking.ts'
import { bookingColumns } from '#server/booking/columns/joins.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { Side } from '#server/booking/moves/party.ts'
import { spaceNamed } from '#server/places/place-name.ts'
import type { Work } from '#server/platform/work.ts'

export type RescueShown = {
  name: string | null
  spaceId: number | null
  unitName: string | null
  neighbourhood: string | null
  city: string
  latitude: number
  longitude: number
  ownBusiness: boolean
  meters: number
  reason: string
  oldRentCents: number
  newRentCents: number
  hostPaysCents: number
  failsCents: number
  isFree: boolean
}

/** For `booking` and its `professional`, read only while a rescue is open. The place is given as an area of some hundred metres. */
export const rescueJson = sql`(select json_build_object('name', ${spaceNamed('place')}, 'spaceId', place.id, 'unitName', spot.name,
    'neighbourhood', case when place.id is null then professional.neighbourhood else place.neighbourhood end,
    'city', coalesce(place.city, professional.city),
    'latitude', round(coalesce(place.latitude, professional.latitude)::numeric, 3)::float,
    'longitude', round(coalesce(place.longitude, professional.longitude)::numeric, 3)::float,
    'ownBusiness', rescue.same_business, 'meters', rescue.meters, 'reason', rescue.reason, 'oldRentCents', rescue.old_rent_cents,
    'newRentCents', rescue.new_rent_cents, 'hostPaysCents', rescue.host_pays_cents, 'failsCents', rescue.fails_cents, 'isFree', rescue.is_free)
  from rescues rescue left join spaces place on place.id = rescue.to_space_id left join units spot on spot.id = rescue.to_unit_id
  where rescue.booking_id = booking.id and rescue.state = 'open')`

export const rescueColumns = bookingColumns([
  // Only while another place is being found.
  sql<RescueShown | null>`case when booking.rescue_by is not null then ${rescueJson} end`.as('rescue'),
])

type Shown = Pick<BookingRow, 'rescue_by' | 'rescue_waits'> & {
  rescue: RescueShown | null
  professional_first_name: string
}

export const rescuePart = (shown: Shown, side: Side) => ({ rescue: rescueOf(shown, side) })

export const rescueOf = (shown: Shown, side: Side): Rescue | null => {
  const { rescue, rescue_by: until } = shown
  if (rescue === null || until === null) return null
  const { name, spaceId, unitName, neighbourhood, city, latitude, longitude, ownBusiness, meters } = rescue
  const { oldRentCents: nowCents, newRentCents: thenCents, hostPaysCents } = rescue
  return {
    place:
      side === 'host' && !ownBusiness
        ? null
        : {
            spaceId,
            name: name ?? `Con ${shown.professional_first_name}`,
            unitName,
            neighbourhood,
            city,
            latitude,
            longitude,
          },
    ownBusiness,
    meters,
    walkingMinutes: walkingMinutes(meters),
    reason: rescue.reason,
    expiresAt: until.toISOString(),
    waitsFor: waitsIn(shown.rescue_waits),
    rent:
      side === 'professional'
        ? {
            nowCents,
            thenCents,
            hostPaysCents,
            youPayCents: leftToPay(rescue),
          }
        : null,
    costs:
      side === 'host'
        ? { rescuedCents: hostPaysCents, failedCents: rescue.failsCents, isFree: rescue.isFree }
        : null,
  }
}

const waitsIn = (waits: readonly string[] | null) =>
  (['client', 'professional'] as const).filter((side) => waits?.includes(side))

const listDays = 30

type Row = Omit<z.output<typeof HostRescue>, 'startsAt' | 'expiresAt' | 'endedAt'> & {
  startsAt: Date
  expiresAt: Date
  endedAt: Date | null
}

/** For the viewing host: the visits that they cancelled, wherever they are now. */
export const hostRescues = async (work: Work): Promise<z.input<typeof HostRescue>[]> => {
  const since = new Date(work.now.getTime() - listDays * dayMs)
  const { rows } = await sql<Row>`
    select rescue.id, booking.id as "bookingId", rescue.state, booking.service_name as service, professional.first_name as professional,
      rescue.starts_at as "startsAt", space.zone, concat_ws(', ', unit.name, ${spaceNamed('space')}) as place, rescue.same_business as "ownBusiness",
      rescue.meters, coalesce(to_json(booking.rescue_waits), '[]') as "waitsFor", rescue.expires_at as "expiresAt",
      rescue.ended_at as "endedAt", rescue.host_pays_cents as "rescuedCents", rescue.fails_cents as "failedCents",
      rescue.is_free as "isFree"
    from rescues rescue join bookings booking on booking.id = rescue.booking_id
    join professionals professional on professional.id = booking.professional_id
    join spaces space on space.id = rescue.from_space_id join units unit on unit.id = rescue.from_unit_id
    where rescue.from_host_id = ${work.viewer.hostId}::bigint and rescue.created_at > ${since}
    order by rescue.state <> 'open', rescue.created_at desc, rescue.id desc limit 50`.execute(work.db)
  return rows.map((row) =>
    z.parse(HostRescue, {
      ...row,
      waitsFor: row.state === 'open' ? row.waitsFor : [],
      startsAt: row.startsAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
    }),
  )
}
