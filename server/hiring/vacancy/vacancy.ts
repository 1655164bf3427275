/**
 * A host looks for a professional ("vacante"): written, published for thirty days, paused, renewed, filled or closed. Answering one is an
 * application (application.ts), and leads to an agreement like any other.
 */
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  type addVacancy,
  type editVacancy,
  type HostVacancy,
  type publishVacancy,
  refusedWording,
  type VacancyInput,
} from '#contract/hiring/vacancy.ts'
import {
  mayMoveVacancy,
  vacancyLimits,
  type VacancyMove,
  vacancyMoves,
  VacancyStatus,
} from '#contract/hiring/vacancy-moves.ts'
import { knownOf } from '#server/account/confirmation.ts'
import { unitOf } from '#server/hiring/fit/chair.ts'
import { after, areApart, dateAt } from '#server/hiring/fit/hiring.ts'
import { hostVacancy } from '#server/hiring/vacancy/vacancy-shown.ts'
import { publish as publishEvent } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'

/** A draft; not visible to others. Refuses `not_found`, `vacancy_wording`, `hours_overlap`, `invalid_input`. */
export const add = (work: Work, { body }: Input<typeof addVacancy>): Promise<HostVacancy> =>
  inTransaction(work, async (work) => {
    const hostId = work.viewer.hostId ?? refuse('not_found')
    const { id } = await work.db
      .insertInto('vacancies')
      .values({
        ...(await columnsOf(work, hostId, body)),
        host_id: hostId,
        status: 'draft',
        created_at: work.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return hostVacancy(work, id)
  })

/**
 * Changes apply to later applicants. Refuses as `add` does, `stale_version`, `vacancy_not_movable`, and
 * `vacancy_full` for fewer openings than taken places.
 */
export const edit = (work: Work, { params, body }: Input<typeof editVacancy>): Promise<HostVacancy> =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    requireMove(work, row, 'edit', body.version)
    const columns = await columnsOf(work, row.host_id, body)
    // Once published it stays at its space.
    if (row.status !== 'draft' && columns.space_id !== row.space_id)
      refuse('invalid_input', {
        fields: [{ field: 'spaceId', problem: 'ya está publicada para otro espacio' }],
      })
    await work.db
      .updateTable('vacancies')
      .set({ ...columns, version: row.version + 1 })
      .where('id', '=', row.id)
      .execute()
      .catch((error: unknown) => refuseOn(error, { vacancies_openings: 'vacancy_full' }))
    await record(work, row, 'edit', row.status)
    return hostVacancy(work, row.id)
  })

const columnsOf = async (work: Work, hostId: number, input: VacancyInput) => {
  const { spaceId, unitId, title, category, requirements, terms, openings, radiusKm } = input
  const space = await work.db
    .selectFrom('spaces')
    .select(['zone', 'categories'])
    .where('id', '=', spaceId)
    .where('host_id', '=', hostId)
    .executeTakeFirst()
  if (space === undefined) return refuse('not_found')
  const found = refusedWording(title, requirements)
  if (found.length > 0) refuse('vacancy_wording', { found })
  if (terms.windows !== null && !areApart(terms.windows)) refuse('hours_overlap')
  requireToCome(work, terms, space.zone)
  if (space.categories.length > 0 && !space.categories.includes(category))
    refuse('invalid_input', { fields: [{ field: 'category', problem: 'no se atiende en ese espacio' }] })
  if (unitId !== null) await requireUnit(work, spaceId, unitId)
  if (unitOf(terms) !== null)
    refuse('invalid_input', { fields: [{ field: 'terms.rent.unit', problem: 'se elige en unitId' }] })
  return {
    space_id: spaceId,
    unit_id: unitId,
    title,
    category,
    requirements,
    terms: JSON.stringify(terms),
    openings,
    radius_km: radiusKm,
  }
}

/** The terms must not end before the work could begin. */
const requireToCome = (work: Work, { validFrom, validTo }: AgreementTerms, zone: string) => {
  if (validTo === null) return
  if (validTo <= dateAt(work.now, zone) || (validFrom !== null && validTo <= validFrom))
    refuse('invalid_input', { fields: [{ field: 'terms.validTo', problem: 'debe ser una fecha por venir' }] })
}

const requireUnit = async (work: Work, spaceId: number, unitId: number) => {
  const unit = await work.db
    .selectFrom('units')
    .select('id')
    .where('id', '=', unitId)
    .where('space_id', '=', spaceId)
    .where('active', '=', true)
    .executeTakeFirst()
  if (unit === undefined) refuse('invalid_input', { fields: [{ field: 'unitId', problem: 'ya no existe' }] })
}

type Moved = Input<typeof publishVacancy>

/** Refuses `host_not_verified`, `space_not_published`, and as all moves `not_found`, `stale_version`, `vacancy_not_movable`. */
export const publish = (work: Work, input: Moved) => onTheStreet(work, input, 'publish')
export const resume = (work: Work, input: Moved) => onTheStreet(work, input, 'resume')
export const renew = (work: Work, input: Moved) => onTheStreet(work, input, 'renew')

const onTheStreet = (work: Work, { params, body }: Moved, name: 'publish' | 'resume' | 'renew') =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    requireMove(work, row, name, body.version)
    await requireReady(work, row)
    const anew = name !== 'resume'
    await move(work, row, name, {
      ...(anew ? { expires_at: after(work.now, vacancyLimits.lastsDays * dayMs), reminded: false } : {}),
      ...(row.published_at === null ? { published_at: work.now } : {}),
    })
    return hostVacancy(work, row.id)
  })

/** A verified host and a published space. */
const requireReady = async (work: Work, row: Row) => {
  const known = work.viewer.accountId === null ? null : await knownOf(work, work.viewer.accountId)
  if ((known?.level ?? 0) < vacancyLimits.hostLevel) refuse('host_not_verified')
  const space = await work.db
    .selectFrom('spaces')
    .select(['status', 'zone'])
    .where('id', '=', row.space_id)
    .executeTakeFirstOrThrow()
  if (space.status !== 'published') refuse('space_not_published')
  requireToCome(work, z.parse(AgreementTerms, row.terms), space.zone)
}

export const pause = (work: Work, input: Moved) => step(work, input, 'pause')
/** The job that follows the fact notifies waiting applicants. */
export const fill = (work: Work, input: Moved) => step(work, input, 'fill')
export const close = (work: Work, input: Moved) => step(work, input, 'close')

const step = (work: Work, { params, body }: Moved, name: 'pause' | 'fill' | 'close') =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    requireMove(work, row, name, body.version)
    await move(work, row, name, name === 'pause' ? {} : { ended_at: work.now })
    return hostVacancy(work, row.id)
  })

export type Row = {
  id: number
  version: number
  status: string
  host_id: number
  space_id: number
  terms: unknown
  openings: number
  published_at: Date | null
  expires_at: Date | null
  reminded: boolean
}

const lock = async (work: Work, id: number): Promise<Row> =>
  (await work.db
    .selectFrom('vacancies')
    .selectAll()
    .where('id', '=', id)
    .where('host_id', '=', work.viewer.hostId)
    .forUpdate()
    .executeTakeFirst()) ?? refuse('not_found')

const requireMove = (work: Work, row: Row, name: VacancyMove, version: number) => {
  // The other party moved first: answer the current state rather than why the move is not allowed.
  if (row.version !== version) refuse('stale_version')
  const allowed = mayMoveVacancy(name, 'host', factsOfVacancy(row), work.now)
  if (!allowed.allowed) refuse('vacancy_not_movable', { reason: allowed.reason })
}

export const factsOfVacancy = (row: Pick<Row, 'status' | 'expires_at'>) => ({
  status: VacancyStatus.parse(row.status),
  expiresAt: row.expires_at?.toISOString() ?? null,
})

type Change = Partial<{ expires_at: Date; published_at: Date; ended_at: Date; reminded: boolean }>

/** Writes the new state, its line in the history, and the fact; in the caller's transaction, with the row locked. */
export const move = async (
  work: Work,
  row: Row,
  name: Exclude<VacancyMove, 'edit' | 'apply' | 'invite'>,
  change: Change,
) => {
  const { to } = vacancyMoves[name]
  await work.db
    .updateTable('vacancies')
    .set({ ...change, status: to, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute()
  await record(work, row, name, to)
}

const record = async (work: Work, row: Row, name: VacancyMove, to: string) => {
  const version = row.version + 1
  await work.db
    .insertInto('vacancy_moves')
    .values({
      vacancy_id: row.id,
      version,
      move: name,
      from_status: row.status,
      to_status: to,
      actor: isOwn(work.viewer.hostId, row.host_id) ? 'host' : 'platform',
      actor_account_id: work.viewer.accountId,
      at: work.now,
    })
    .execute()
  await publishEvent(work, 'vacancy.changed', { vacancyId: row.id, version, move: name })
}
