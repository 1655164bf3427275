/** The home of a client: their next visit, pending tasks, and the next hours of the professionals they visit or saved. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { ClientHome } from '#contract/booking/client/home.ts'
import { modalityOf } from '#contract/service/modality.ts'
import { ownId } from '#server/account/profile.ts'
import { nextHours, nextHoursOf } from '#server/availability/slots/next.ts'
import { savedAddOns } from '#server/booking/columns/service.ts'
import { partsAsRequested } from '#server/booking/contact/companion.ts'
import { list } from '#server/booking/summary/list.ts'
import { read } from '#server/booking/summary/present.ts'
import type { Work } from '#server/platform/work.ts'

/** How many of each are shown: the home is one screen or two. */
const shownPeople = 3
const shownHours = 3
const againWithinDays = 14
const savedWithinDays = 7
/** How many saved professionals are checked, the last saved first. */
const savedChecked = 8

type Home = z.input<typeof ClientHome>
type Hour = Home['again'][number]['hours'][number]

/** For any account; empty without visits and saved professionals. */
export const clientHome = async (work: Work): Promise<Home> => {
  const first = { role: 'client', limit: 1, q: '', cursor: undefined, date: undefined } as const
  const [{ items: coming }, { items: waits }, visited] = await Promise.all([
    list(work, { ...first, tab: 'upcoming' }),
    list(work, { ...first, tab: 'waiting', limit: shownPeople + 1 }),
    lastVisits(work),
  ])
  const next = coming[0] ?? null
  const [again, saved] = await Promise.all([
    againOf(work, visited),
    savedOf(
      work,
      visited.map(({ professionalId }) => professionalId),
    ),
  ])
  return { next, waiting: waits.filter(({ id }) => id !== next?.id).slice(0, shownPeople), again, saved }
}

type Visited = {
  id: string
  professionalId: number
  serviceId: number
  addOns: unknown
  place: number | null
  zone: string
}

/** By the last visit that took place; services that are no longer offered are left out. A class has its own dates. */
const lastVisits = async (work: Work): Promise<readonly Visited[]> => {
  const { clientId } = work.viewer
  if (clientId === null) return []
  const { rows } = await sql<Visited>`
    select * from (
      select distinct on (booking.professional_id) booking.id, booking.professional_id as "professionalId",
        booking.service_id as "serviceId", booking.add_ons as "addOns", booking.visit_place as place, professional.zone,
        booking.starts_at
      from bookings booking
      join professionals professional on professional.id = booking.professional_id and professional.status = 'published'
      join services service on service.id = booking.service_id and service.visibility = 'visible'
      where booking.client_id = ${clientId} and booking.kind = 'visit' and booking.class_id is null
        and booking.status in ('to_settle', 'completed', 'closed')
      order by booking.professional_id, booking.starts_at desc
    ) last_visit order by starts_at desc limit ${shownPeople}`.execute(work.db)
  return rows
}

const againOf = (work: Work, visited: readonly Visited[]): Promise<Home['again']> =>
  Promise.all(
    visited.map(async ({ id, professionalId, serviceId, addOns, place, zone }) => {
      const [visit, parts] = await Promise.all([read(work, id, { as: 'client' }), partsAsRequested(work, id)])
      const whole = {
        ...parts,
        professional: professionalId,
        service: serviceId,
        addOns: savedAddOns({ add_ons: addOns }),
        how: modalityOf(place),
      }
      const hours = await nextHoursOf(work, whole, { zone, days: againWithinDays, most: shownHours })
      return { visit, hours }
    }),
  )

type Saved = Omit<Home['saved'][number]['professional'], 'id'> & { id: number; zone: string }

const savedOf = async (work: Work, without: readonly number[]): Promise<Home['saved']> => {
  const { rows } = await sql<Saved>`
    select p.id, p.first_name as "firstName", p.last_name as "lastName", p.zone,
      coalesce(p.profile_image_url, account.profile_image_url) as "profileImageUrl"
    from favourites favourite
    join professionals p on p.id = favourite.professional_id and p.status = 'published'
    join accounts account on account.id = p.account_id
    where favourite.account_id = ${ownId(work)} and p.id <> all(${without}::bigint[])
    order by favourite.created_at desc, p.id limit ${savedChecked}`.execute(work.db)
  const all = await Promise.all(
    rows.map(async ({ zone, ...professional }) => {
      const within = { zone, days: savedWithinDays, most: shownHours }
      return { professional, hours: await named(work, await nextHours(work, professional.id, within)) }
    }),
  )
  return all.filter(({ hours }) => hours.length > 0).slice(0, shownPeople)
}

const named = async (work: Work, hours: readonly Hour[]) => {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from services where id = any(${hours.map(({ serviceId }) => serviceId)}::bigint[])`.execute(
    work.db,
  )
  return hours.map((hour) => ({ ...hour, service: rows.find(({ id }) => id === hour.serviceId)?.name ?? '' }))
}
