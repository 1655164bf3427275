/** Vacancies as their hosts see them, and what both sides see. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { HostVacancy } from '#contract/hiring/vacancy.ts'
import {
  mayMoveVacancy,
  type VacancyMove,
  vacancyMoves,
  VacancyStatus,
} from '#contract/hiring/vacancy-moves.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Active ones first, then drafts, then ended ones, the newest of each first. */
export const hostVacancies = (work: Work): Promise<HostVacancy[]> => read(work, sql`true`)

/** Refuses `not_found`, also for another party's. */
export const hostVacancy = async (work: Work, id: number): Promise<HostVacancy> =>
  (await read(work, sql`v.id = ${id}`))[0] ?? refuse('not_found')

export type ShownRow = {
  id: number
  version: number
  status: string
  title: string
  category: string
  requirements: string
  terms: unknown
  openings: number
  filled: number
  unitName: string | null
  space: object
  publishedAt: Date | null
  expiresAt: Date | null
}

/** `v` is the vacancy, `s` its space, `b` the business, `h` the host, `u` the unit. */
export const shownColumns = sql`v.id, v.version, v.status, v.title, v.category, v.requirements, v.terms, v.openings,
  vacancy_taken(v.id) as filled,
  u.name as "unitName", v.published_at as "publishedAt", v.expires_at as "expiresAt",
  json_build_object('id', s.id, 'name', s.name, 'spaceType', s.space_type, 'businessName', b.name,
    'neighbourhood', s.neighbourhood, 'city', s.city, 'zone', s.zone, 'photo', s.photos[1], 'verified', h.verified,
    'rating', s.rating::text, 'reviewCount', s.review_count) as space`

export const shownTables = sql`vacancies v join spaces s on s.id = v.space_id join businesses b on b.id = s.business_id
  join hosts h on h.id = v.host_id left join units u on u.id = v.unit_id`

type HostRow = ShownRow & {
  spaceId: number
  unitId: number | null
  radiusKm: number
  funnel: { views: number; applied: number; open: number; invited: number; near: number }
}

/** The shown count is capped here. */
const maxCounted = 100

const read = async (work: Work, which: ReturnType<typeof sql>): Promise<HostVacancy[]> => {
  const { rows } = await sql<HostRow>`
    select ${shownColumns}, v.space_id as "spaceId", v.unit_id as "unitId", v.radius_km as "radiusKm",
      json_build_object(
        'views', (select count(*) from vacancy_views w where w.vacancy_id = v.id),
        'applied', (select count(*) from applications a where a.vacancy_id = v.id and a.status <> 'draft'),
        'open', (select count(*) from applications a where a.vacancy_id = v.id and a.open_place is not null),
        'invited', (select count(*) from invitations i where i.vacancy_id = v.id and i.status in ('sent', 'seen')
          and i.expires_at > ${work.now}),
        'near', (select count(*) from (
          select from search_professionals d
          where d.words @@ ('''category:' || v.category || '''')::tsquery
            and d.marks && search_cover_circle(s.latitude, s.longitude, v.radius_km)
            and search_km(s.latitude, s.longitude, d.latitude, d.longitude) <= v.radius_km
          limit ${maxCounted}) near)) as funnel
    from ${shownTables}
    where v.host_id = ${work.viewer.hostId}::bigint and ${which}
    order by v.status in ('published', 'paused') desc, v.status = 'draft' desc, v.status = 'expired' desc, v.id desc
    limit 100`.execute(work.db)
  return rows.map((row) =>
    z.parse(HostVacancy, {
      ...present(row),
      spaceId: row.spaceId,
      unitId: row.unitId,
      radiusKm: row.radiusKm,
      funnel: row.funnel,
      moves: movesOf(work, row, 'host'),
    }),
  )
}

export const present = (row: ShownRow) => ({
  id: row.id,
  version: row.version,
  status: row.status,
  title: row.title,
  category: row.category,
  requirements: row.requirements,
  terms: z.parse(AgreementTerms, row.terms),
  openings: row.openings,
  filled: row.filled,
  unitName: row.unitName,
  space: row.space,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
})

const isMove = (name: string): name is VacancyMove => name in vacancyMoves

/** The moves of a side, each allowed or with its reason. */
export const movesOf = (work: Work, row: ShownRow, party: 'host' | 'professional') => {
  const facts = { status: VacancyStatus.parse(row.status), expiresAt: row.expiresAt?.toISOString() ?? null }
  return Object.keys(vacancyMoves)
    .filter(isMove)
    .filter((move) => vacancyMoves[move].by.some((one) => one === party))
    .map((move) => {
      const answer = mayMoveVacancy(move, party, facts, work.now)
      return { move, allowed: answer.allowed, reason: answer.allowed ? null : answer.reason }
    })
}
