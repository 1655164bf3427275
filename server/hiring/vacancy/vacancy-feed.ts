/** Vacancies as a professional finds them: near, in their trade, the best fit first; saved, and applied to. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import type { Application } from '#contract/hiring/application.ts'
import { WeeklyWindow } from '#contract/platform/weekly-window.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { Vacancy, type vacancies } from '#contract/hiring/vacancy.ts'
import type {
  applyToVacancy,
  saveVacancy,
  seeVacancy,
  setVacancyAlert,
} from '#contract/hiring/vacancy-response.ts'
import { mayMoveVacancy } from '#contract/hiring/vacancy-moves.ts'
import { answersOf } from '#server/hiring/fit/answers.ts'
import { apply as send } from '#server/hiring/application/application.ts'
import { common } from '#server/hiring/fit/rules.ts'
import { factsOfVacancy } from '#server/hiring/vacancy/vacancy.ts'
import {
  movesOf,
  present,
  shownColumns,
  shownTables,
  type ShownRow,
} from '#server/hiring/vacancy/vacancy-shown.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type RequestParams = Input<typeof vacancies>['query']

/** Within both radiuses; those the viewer saved or answered are listed wherever they are. Refuses `no_profile`. */
export const feed = async (work: Work, { query }: Input<typeof vacancies>): Promise<Vacancy[]> => {
  const me = work.viewer.professionalId ?? refuse('no_profile')
  const all = await read(work, me, whichOf(work, query))
  return all.toSorted(orders[query.sort])
}

const whichOf = (work: Work, { category, km, rent, show }: RequestParams) => {
  const filters = sql`(${category ?? null}::text is null or v.category = ${category ?? null})
    and (${rent ?? null}::text is null or 
      case when jsonb_typeof(v.terms -> 'rent' -> 'perUse') = 'object' then 'mixed' else v.terms -> 'rent' ->> 'kind' end = ${rent ?? null})`
  if (show === 'saved')
    return sql`${filters} and exists (select from saved_vacancies k where k.vacancy_id = v.id and k.professional_id = p.id)`
  if (show === 'applied')
    return sql`${filters} and exists (select from applications a where a.vacancy_id = v.id and a.professional_id = p.id)`
  return sql`${filters} and v.status = 'published' and v.expires_at > ${work.now} and s.status = 'published'
    and (${category ?? null}::text is not null or v.category = any(p.categories))
    and search_km(p.latitude, p.longitude, s.latitude, s.longitude) <= least(${km}, v.radius_km)`
}

const orders: Readonly<Record<RequestParams['sort'], (a: Vacancy, b: Vacancy) => number>> = {
  fit: (a, b) => b.fitPercent - a.fitPercent || a.distanceKm - b.distanceKm,
  distance: (a, b) => a.distanceKm - b.distanceKm,
  newest: (a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? ''),
}

/** Public, or one that the viewer saved, answered or was invited to. Refuses `not_found`, `no_profile`. */
export const vacancy = async (work: Work, id: number): Promise<Vacancy> => {
  const me = work.viewer.professionalId ?? refuse('no_profile')
  const [found] = await read(
    work,
    me,
    sql`v.id = ${id} and (v.status = 'published'
    or exists (select from applications a where a.vacancy_id = v.id and a.professional_id = p.id)
    or exists (select from saved_vacancies k where k.vacancy_id = v.id and k.professional_id = p.id)
    or exists (select from invitations i where i.vacancy_id = v.id and i.account_id = p.account_id))`,
  )
  return found ?? refuse('not_found')
}

type Row = ShownRow & {
  hostId: number
  hostVerified: boolean
  distanceKm: number
  radiusKm: number
  isMyTrade: boolean
  level: number
  minimumLevel: number
  requiredDocuments: string[]
  documents: string[]
  ownHours: unknown
  spaceHours: unknown
  saved: boolean
  applicationId: number | null
  invitationId: string | null
}

const read = async (work: Work, me: number, which: ReturnType<typeof sql>): Promise<Vacancy[]> => {
  const { rows } = await sql<Row>`
    select ${shownColumns}, v.host_id as "hostId", h.verified as "hostVerified", v.radius_km as "radiusKm",
      search_km(p.latitude, p.longitude, s.latitude, s.longitude) as "distanceKm",
      v.category = any(p.categories) as "isMyTrade", account.verification_level as level,
      s.minimum_level as "minimumLevel", s.required_documents as "requiredDocuments",
      (select coalesce(array_agg(d.kind), '{}') from documents d where d.owner_kind = 'professional'
        and d.owner_id = p.id and d.status in ('valid', 'expiring')) as documents,
      coalesce((select weekly from schedules o where o.owner_kind = 'professional' and o.owner_id = p.id), '[]') as "ownHours",
      coalesce((select weekly from schedules o where o.owner_kind = 'space' and o.owner_id = s.id), '[]') as "spaceHours",
      exists (select from saved_vacancies k where k.vacancy_id = v.id and k.professional_id = p.id) as saved,
      (select a.id from applications a where a.vacancy_id = v.id and a.professional_id = p.id
        order by a.id desc limit 1) as "applicationId",
      (select i.id from invitations i where i.vacancy_id = v.id and i.account_id = p.account_id
        and i.status in ('sent', 'seen') and i.expires_at > ${work.now} limit 1) as "invitationId"
    from ${shownTables}, professionals p join accounts account on account.id = p.account_id
    where p.id = ${me} and v.status <> 'draft' and h.account_id <> p.account_id and ${which}
    order by "distanceKm", v.id limit 100`.execute(work.db)
  const hosts = [...new Set(rows.map(({ hostId }) => hostId))]
  const answers = new Map(
    await Promise.all(hosts.map(async (id) => [id, await answersOf(work, id)] as const)),
  )
  return rows.map((row) => {
    const sharedMinutes = sharedOf(row)
    return z.parse(Vacancy, {
      ...present(row),
      moves: movesOf(work, row, 'professional'),
      distanceKm: Math.round(row.distanceKm * 10) / 10,
      fitPercent: fitOf(row, sharedMinutes),
      sharedMinutes,
      saved: row.saved,
      applicationId: row.applicationId,
      invitationId: row.invitationId,
      hostAnswers: answers.get(row.hostId),
    })
  })
}

const weekly = (stored: unknown) => z.parse(z.array(WeeklyWindow), stored)

const sharedOf = (row: Row): number => {
  const { windows } = z.parse(AgreementTerms, row.terms)
  const open = weekly(row.spaceHours)
  const offered = windows === null ? open : common(open, windows)
  return common(weekly(row.ownHours), offered).reduce(
    (sum, { fromMinute, toMinute }) => sum + toMinute - fromMinute,
    0,
  )
}

/** Fewer shared hours per week are not worth the travel. */
const worthwhileMinutes = 8 * 60

/** Trade, level, each document, shared hours, half the radius, and a verified host: the percentage of checks passed. */
const fitOf = (row: Row, sharedMinutes: number): number => {
  const checks = [
    row.isMyTrade,
    row.level >= row.minimumLevel,
    sharedMinutes > 0,
    sharedMinutes >= worthwhileMinutes,
    row.distanceKm <= row.radiusKm / 2,
    row.hostVerified,
    ...row.requiredDocuments.map((kind) => row.documents.includes(kind)),
  ]
  return Math.round((100 * checks.filter(Boolean).length) / checks.length)
}

/** On the vacancy's terms; from here on it is an application like any other. Refuses `vacancy_not_movable`, and as applications do. */
export const apply = (work: Work, { params, body }: Input<typeof applyToVacancy>): Promise<Application> =>
  inTransaction(work, async (work) => {
    await vacancy(work, params.id)
    const row = await work.db
      .selectFrom('vacancies')
      .select(['id', 'space_id', 'status', 'expires_at', 'terms'])
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow()
    const allowed = mayMoveVacancy('apply', 'professional', factsOfVacancy(row), work.now)
    if (!allowed.allowed) refuse('vacancy_not_movable', { reason: allowed.reason })
    return send(work, {
      ...body,
      spaceId: row.space_id,
      vacancyId: row.id,
      terms: z.parse(AgreementTerms, row.terms),
    })
  })

const done = { ok: true } as const

/** Refuses `not_found`, `no_profile`, as the two that follow. */
export const see = async (work: Work, { params }: Input<typeof seeVacancy>) => {
  const { id } = await vacancy(work, params.id)
  await sql`insert into vacancy_views (vacancy_id, professional_id, at)
    values (${id}, ${work.viewer.professionalId}, ${work.now}) on conflict do nothing`.execute(work.db)
  return done
}

export const save = async (work: Work, { params }: Input<typeof saveVacancy>) => {
  const { id } = await vacancy(work, params.id)
  await sql`insert into saved_vacancies (professional_id, vacancy_id, at)
    values (${work.viewer.professionalId}, ${id}, ${work.now}) on conflict do nothing`.execute(work.db)
  return done
}

export const unsave = async (work: Work, { params }: Input<typeof saveVacancy>) => {
  const { id } = await vacancy(work, params.id)
  await work.db
    .deleteFrom('saved_vacancies')
    .where('vacancy_id', '=', id)
    .where('professional_id', '=', work.viewer.professionalId)
    .execute()
  return done
}

export const alert = async (work: Work) => {
  const me = work.viewer.professionalId ?? refuse('no_profile')
  const row = await work.db
    .selectFrom('vacancy_alerts')
    .select('since')
    .where('professional_id', '=', me)
    .executeTakeFirst()
  return { on: row !== undefined }
}

export const setAlert = async (work: Work, { body }: Input<typeof setVacancyAlert>) => {
  const me = work.viewer.professionalId ?? refuse('no_profile')
  if (body.on)
    await sql`insert into vacancy_alerts (professional_id, since) values (${me}, ${work.now})
      on conflict do nothing`.execute(work.db)
  else await work.db.deleteFrom('vacancy_alerts').where('professional_id', '=', me).execute()
  return body
}
