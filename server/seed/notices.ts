/** The notifications of the demo's professional and host; and marks that no one in the demo data is a newcomer. */
import type pg from 'pg'
import { hourMs } from '#contract/platform/duration.ts'
import { categories, type Category, SpaceType, spaceTypes } from '#contract/professional/categories.ts'
import type { About, NotificationType } from '#contract/notification/notification.ts'
import { texts } from '#server/notification/event/appointment.ts'
import type { Row } from '#server/notification/message/notified.ts'

const professionalAccount = 2
const hostAccount = 3

type Draft = {
  accountId: number
  type: NotificationType
  title: string
  message: string
  categories: string[]
  about: About
  key: string
  at: Date
}

export const writeNotices = async (client: pg.Client, now: number) => {
  await client.query(
    `insert into notification_matchings
      select 'space', id, $1::timestamptz from spaces where status = 'published'
      union all select 'professional', id, $1 from professionals where status = 'published'`,
    [new Date(now)],
  )
  const drafts = [
    ...(await appointments(client, now, 'professional')),
    ...(await appointments(client, now, 'host')),
    ...(await newSpaces(client, now)),
    ...(await newProfessionals(client, now)),
  ]
  for (const draft of drafts.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await client.query(
      `insert into notifications (account_id, type, title, message, matching_categories, about_kind, about_id,
        dedupe_key, created_at, read_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        draft.accountId,
        draft.type,
        draft.title,
        draft.message,
        draft.categories,
        draft.about.kind,
        draft.about.id,
        draft.key,
        draft.at,
        // A user who was here yesterday has read what came before.
        draft.at.getTime() < now - 20 * hourMs ? new Date(draft.at.getTime() + hourMs) : null,
      ],
    )
}

type Booking = Row & { created_at: Date; ended_at: Date | null }

/** The latest events of bookings, with the texts of the jobs. */
const appointments = async (
  client: pg.Client,
  now: number,
  role: 'professional' | 'host',
): Promise<Draft[]> => {
  const drafts: Draft[] = []
  for (const [event, at, most] of [
    ['booking_confirmed', 'confirmed_at', 3],
    ['booking_cancelled', 'ended_at', 1],
    ['booking_completed', 'completed_at', 4],
  ] as const) {
    const { rows } = await client.query<Booking>(
      `select b.id, b.kind, b.service_name, b.starts_at, b.ends_at, b.zone, b.confirmed_at, b.completed_at, b.contact,
        b.cancellation, b.total_cents::float8, b.balance_cents::float8, b.balance_waived_cents::float8, b.in_place_cents::float8, b.link_cents::float8, b.rent_cents::float8, b.terms, b.created_at, b.ended_at,
        p.first_name, p.last_name, s.name as space_name, u.name as unit_name
      from bookings b join professionals p on p.id = b.professional_id
      left join spaces s on s.id = b.space_id left join units u on u.id = b.unit_id
      where b.${role === 'host' ? 'host_id' : 'professional_id'} = 1 and b.kind = 'visit' and b.${at} <= $1
        ${event === 'booking_cancelled' ? `and b.cancellation is not null` : ''}
      order by b.${at} desc, b.id limit $2`,
      [new Date(now), most],
    )
    for (const booking of rows) {
      const reported = texts[event][role](booking)
      const when = booking[at]
      if (reported === null || when === null) continue
      drafts.push({
        ...reported,
        accountId: role === 'host' ? hostAccount : professionalAccount,
        type: 'other',
        categories: [],
        key: `${event}:${booking.id}:${reported.about.kind}`,
        at: when,
      })
    }
  }
  return drafts
}

const newSpaces = async (client: pg.Client, now: number): Promise<Draft[]> => {
  const { rows } = await client.query<{
    id: string
    name: string
    space_type: string
    business_name: string
    neighbourhood: string
    km: number
  }>(
    `select s.id, s.name, s.space_type, b.name as business_name, coalesce(s.neighbourhood, s.city) as neighbourhood,
      search_km(p.latitude, p.longitude, s.latitude, s.longitude) as km
    from spaces s join businesses b on b.id = s.business_id, professionals p
    where p.id = 1 and s.space_type in ('chair', 'station') and s.status = 'published'
      and not exists (select from agreements a where a.professional_id = 1 and a.space_id = s.id)
    order by km, s.id limit 3`,
  )
  return rows.map((space, index) => ({
    accountId: professionalAccount,
    type: 'new_space_match',
    title: `Espacio nuevo: ${space.name}`,
    message: `${spaceTypes[SpaceType.parse(space.space_type)]} en ${space.business_name}, ${space.neighbourhood}, a ${space.km.toFixed(1)} km de ti.`,
    categories: ['hair'],
    about: { kind: 'space', id: space.id },
    key: `space-match:${space.id}`,
    at: new Date(now - (index === 0 ? 2.4 : index * 33) * hourMs),
  }))
}

const newProfessionals = async (client: pg.Client, now: number): Promise<Draft[]> => {
  const { rows } = await client.query<{
    id: string
    name: string
    categories: Category[]
    neighbourhood: string
    space: string
    km: number
  }>(
    `select p.id, p.first_name || ' ' || p.last_name as name, p.categories,
      coalesce(p.neighbourhood, p.city) as neighbourhood, s.name as space,
      search_km(p.latitude, p.longitude, s.latitude, s.longitude) as km
    from professionals p, spaces s
    where s.id = 1 and p.status = 'published' and p.categories && '{hair,beauty}'
      and not exists (select from agreements a where a.professional_id = p.id and a.space_id = s.id)
    order by km, p.id limit 3`,
  )
  return rows.map((one, index) => ({
    accountId: hostAccount,
    type: 'new_professional_match',
    title: `${one.name} busca dónde trabajar`,
    message: `${one.categories.map((category) => categories[category]).join(' y ')} en ${one.neighbourhood}, a ${one.km.toFixed(1)} km de ${one.space}.`,
    categories: one.categories.filter((category) => category === 'hair' || category === 'beauty'),
    about: { kind: 'professional', id: one.id },
    key: `professional-match:${one.id}`,
    at: new Date(now - (index === 0 ? 3.2 : index * 40) * hourMs),
  }))
}
