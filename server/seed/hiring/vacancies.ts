/** Vacancies of the demo data: the demo's host looks for two people, businesses near the demo's stylist look for her, and a few more. */
import { dayMs } from '#contract/platform/duration.ts'
import type pg from 'pg'
import { fullProfessionals } from '#server/seed/people/people.ts'

type Draft = {
  space: number
  status: 'draft' | 'published' | 'paused' | 'filled' | 'expired'
  daysAgo: number
  title: string
  category: string
  requirements: string
  openings: number
  share?: true
  /** By the week, alone or with a share of each service. */
  fixed?: 'alone' | 'mixed'
  evenings?: true
  /** How many people nearby have opened it. */
  views: number
  /** How many of the demo host's applicants came through it. */
  answers?: number
}

export const writeVacancies = async (client: pg.Client, now: number) => {
  const drafts = [...ofHost, ...(await nearStylist(client)), ...(await ofDemo(client))]
  for (const [place, draft] of drafts.entries()) await write(client, draft, place + 1, now)
  await client.query(
    `insert into saved_vacancies (professional_id, vacancy_id, at)
     select 1, v.id, $1 from vacancies v where v.host_id <> 1 and v.status = 'published' order by v.id limit 1`,
    [new Date(now - dayMs)],
  )
}

const ofHost: readonly Draft[] = [
  {
    space: 1,
    status: 'published',
    daysAgo: 6,
    title: 'Silla para colorista por las tardes',
    category: 'hair',
    requirements:
      'Lavacabezas, secadora y gabinete con llave. Traes tus tintes y tu agenda. Nos ayuda que tengas portafolio de color.',
    openings: 2,
    evenings: true,
    views: 14,
    answers: 2,
  },
  {
    space: 1,
    status: 'published',
    daysAgo: 27,
    title: 'Estación de maquillaje los fines de semana',
    category: 'beauty',
    requirements: 'Espejo con luz de día y sillón alto. Llega con tus productos.',
    openings: 1,
    share: true,
    views: 9,
  },
  {
    space: 1,
    status: 'draft',
    daysAgo: 1,
    title: 'Silla de barbería',
    category: 'hair',
    requirements: '',
    openings: 1,
    fixed: 'alone',
    views: 0,
  },
  {
    space: 1,
    status: 'filled',
    daysAgo: 55,
    title: 'Silla de mañanas, de martes a viernes',
    category: 'hair',
    requirements: 'Mañanas tranquilas y mucha luz.',
    openings: 1,
    views: 31,
  },
  {
    space: 1,
    status: 'expired',
    daysAgo: 70,
    title: 'Manicurista invitada',
    category: 'beauty',
    requirements: '',
    openings: 1,
    views: 6,
  },
]

const nearStylist = async (client: pg.Client): Promise<Draft[]> => {
  const { rows } = await client.query<{ id: string }>(
    `select s.id from spaces s, professionals p
     where p.id = 1 and s.host_id <> 1 and s.status = 'published' and (s.categories = '{}' or 'hair' = any(s.categories))
       and not exists (select from agreements a where a.space_id = s.id and a.professional_id = 1)
     order by search_km(s.latitude, s.longitude, p.latitude, p.longitude), s.id limit 3`,
  )
  const words = [
    [
      'Silla para estilista con clientela propia',
      'Dos espejos, tarja y estacionamiento a la vuelta. Buscamos quien trabaje por cita.',
    ],
    [
      'Colorista para estudio nuevo',
      'Estrenamos en mayo. La luz es muy buena para color; el vestíbulo es compartido.',
    ],
    [
      'Peinado y maquillaje para eventos',
      'Sábados y domingos desde temprano. Hay plancha y tenazas de la casa.',
    ],
  ] as const
  return rows.flatMap(({ id }, place): Draft[] => {
    const [title, requirements] = words[place] ?? []
    return title === undefined || requirements === undefined
      ? []
      : [
          {
            space: Number(id),
            status: 'published',
            daysAgo: 2 + 3 * place,
            title,
            category: 'hair',
            requirements,
            openings: place === 1 ? 2 : 1,
            ...(place === 1 ? { share: true } : {}),
            ...(place === 2 ? { evenings: true, fixed: 'mixed' } : {}),
            views: 4 + place,
          },
        ]
  })
}

/** Every ninth space looks for a professional of its trade. */
const ofDemo = async (client: pg.Client): Promise<Draft[]> => {
  const { rows } = await client.query<{ id: string; category: string; name: string }>(
    `select s.id, coalesce(s.categories[1], case s.space_type when 'chair' then 'hair' when 'station' then 'nails'
        when 'cabin' then 'massage' when 'room' then 'massage' when 'consulting_room' then 'therapy' else 'yoga' end) as category,
      u.name
     from spaces s join lateral (select name from units u where u.space_id = s.id and u.active order by number limit 1) u on true
     where s.id % 9 = 4 and s.host_id <> 1 and s.status = 'published' order by s.id limit 60`,
  )
  return rows.map(({ id, category, name }, place) => ({
    space: Number(id),
    status: place % 6 === 5 ? 'paused' : 'published',
    daysAgo: 1 + (place % 20),
    title: `${name.replace(/ \d+$/, '')} disponible entre semana`,
    category,
    requirements: 'Tenemos horas libres y un lugar cuidado. Ven a conocerlo.',
    openings: 1 + (place % 2),
    ...(place % 3 === 1 ? { share: true } : {}),
    views: place % 8,
  }))
}

const write = async (client: pg.Client, draft: Draft, id: number, now: number) => {
  const at = (days: number) => new Date(now - days * dayMs)
  const isDraft = draft.status === 'draft'
  await client.query(
    `insert into vacancies (id, version, host_id, space_id, status, title, category, requirements, terms, openings, radius_km,
       created_at, published_at, expires_at, reminded, ended_at)
     select $1, $2, s.host_id, s.id, $3, $4, $5::text, $6, jsonb_build_object('rent', ${
       draft.fixed !== undefined
         ? `jsonb_build_object('kind', 'fixed', 'every', 'week', 'amountCents', 120000, 'perUse', ${
             draft.fixed === 'mixed'
               ? `jsonb_build_object('kind', 'share', 'shareBp', 1000, 'minimumCents', 4000)`
               : 'null'
           })`
         : draft.share === true
           ? `jsonb_build_object('kind', 'share', 'shareBp', 3500, 'minimumCents', 8000)`
           : `jsonb_build_object('kind', 'per_hour', 'ratePerHourCents', (s.price_per_hour_cents * 0.9)::bigint / 500 * 500)`
     }, 'windows', $7::jsonb, 'categories', jsonb_build_array($5::text), 'quotaMinutesPerWeek', null, 'autoAccept', true,
         'trial', null, 'validFrom', null, 'validTo', null, 'noticeDays', 7),
       $8, 15, $9, $10, $11, $12, $13
     from spaces s where s.id = $14`,
    [
      id,
      isDraft ? 1 : draft.status === 'published' ? 2 : 3,
      draft.status,
      draft.title,
      draft.category,
      draft.requirements,
      draft.evenings === true
        ? JSON.stringify([2, 3, 4, 5, 6].map((weekday) => ({ weekday, fromMinute: 900, toMinute: 1140 })))
        : null,
      draft.openings,
      at(draft.daysAgo + 0.5),
      isDraft ? null : at(draft.daysAgo),
      isDraft ? null : at(draft.daysAgo - 30),
      draft.daysAgo >= 25,
      draft.status === 'filled' ? at(draft.daysAgo - 9) : null,
      draft.space,
    ],
  )
  if (!isDraft)
    await client.query(
      `insert into vacancy_moves (vacancy_id, version, move, from_status, to_status, actor, at)
       values ($1, 2, 'publish', 'draft', 'published', 'host', $2)`,
      [id, at(draft.daysAgo)],
    )
  const last = { paused: 'pause', filled: 'fill', expired: 'expire', draft: null, published: null }[
    draft.status
  ]
  if (last !== null)
    await client.query(
      `insert into vacancy_moves (vacancy_id, version, move, from_status, to_status, actor, at)
       values ($1, 3, $2, 'published', $3, $4, $5)`,
      [id, last, draft.status, last === 'expire' ? 'platform' : 'host', at(Math.max(0, draft.daysAgo - 30))],
    )
  await client.query(
    `insert into vacancy_views (vacancy_id, professional_id, at)
     select $1, p.id, $2 from professionals p join spaces s on s.id = $3
     where p.status = 'published' and $4 = any(p.categories) and p.id > 1 and p.id <= ${fullProfessionals}
     order by search_km(p.latitude, p.longitude, s.latitude, s.longitude), p.id limit $5`,
    [id, at(draft.daysAgo - 0.5), draft.space, draft.category, draft.views],
  )
  if (draft.status === 'filled')
    await client.query(
      `insert into applications (professional_id, space_id, host_id, vacancy_id, status, version, message, expected_minutes, terms,
         sent_at, answered_at, decided_at, agreement_id, created_at)
       select a.professional_id, v.space_id, v.host_id, v.id, 'approved', 3, 'Me quedan muy bien las mañanas.', 600, v.terms,
         $2, $3, $3, a.id, $2
       from vacancies v join agreements a on a.space_id = v.space_id
         join professionals p on p.id = a.professional_id and v.category = any(p.categories)
       where v.id = $1 and a.professional_id <> 1 and a.status = 'active' order by a.id limit 1`,
      [id, at(draft.daysAgo - 3), at(draft.daysAgo - 9)],
    )
  if (draft.answers !== undefined)
    await client.query(
      `update applications set vacancy_id = $1 where id in (select a.id from applications a
         join professionals p on p.id = a.professional_id and $4 = any(p.categories)
         where a.space_id = $2 and a.status in ('sent', 'in_review') order by a.id limit $3)`,
      [id, draft.space, draft.answers, draft.category],
    )
}
