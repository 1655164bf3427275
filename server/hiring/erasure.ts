/** A person deletes their account: their applications and agreements end, and what they wrote is deleted. */
import { sql } from 'kysely'
import { applicationMoves } from '#contract/hiring/application-moves.ts'
import { type Locked, lockedColumns, move as moveAgreement } from '#server/hiring/agreement/agreement-row.ts'
import { move, type Row } from '#server/hiring/application/application-row.ts'
import { move as moveVacancy, type Row as VacancyRow } from '#server/hiring/vacancy/vacancy.ts'
import type { Side } from '#server/hiring/fit/hiring.ts'
import type { Work } from '#server/platform/work.ts'

type Leaving = { professionalId: number | null; hostId: number | null }

export const forgetHiring = async (work: Work, who: Leaving) => {
  await endApplications(work, who)
  await endAgreements(work, who)
  await closeVacancies(work, who)
}

const endApplications = async (work: Work, { professionalId, hostId }: Leaving) => {
  const { rows } = await sql<Row & { mine: Side }>`
    select a.*, case when a.professional_id = ${professionalId} then 'professional' else 'host' end as mine
    from applications a where a.professional_id = ${professionalId} or a.host_id = ${hostId}
    order by a.id for update`.execute(work.db)
  for (const { mine, ...row } of rows) {
    const ended = { open_place: null, paused_at: null, decided_at: work.now }
    if (mine === 'professional' && mayLeave('withdraw', row)) await move(work, row, 'withdraw', ended)
    if (mine === 'host' && mayLeave('decline', row))
      await move(work, row, 'decline', { ...ended, decline_reason: 'no_place' })
    await work.db
      .updateTable('application_moves')
      .set({ text: '' })
      .where('application_id', '=', row.id)
      .where('actor', '=', mine)
      .where('text', '<>', '')
      .execute()
  }
  await sql`update applications set message = ''
    where professional_id = ${professionalId} and message <> ''`.execute(work.db)
  await sql`update applications set decline_note = ''
    where host_id = ${hostId} and decline_note <> ''`.execute(work.db)
}

const mayLeave = (name: 'withdraw' | 'decline', { status }: Row) =>
  applicationMoves[name].from.some((one) => one === status)

/** At once: an account with upcoming visits cannot be deleted. */
const endAgreements = async (work: Work, { professionalId, hostId }: Leaving) => {
  const { rows } = await sql<Locked>`
    select ${lockedColumns} from agreements a join spaces s on s.id = a.space_id
    where (a.professional_id = ${professionalId} or s.host_id = ${hostId})
      and a.status in ('active', 'paused', 'expiring', 'suspended')
    order by a.id for update of a`.execute(work.db)
  for (const row of rows)
    await moveAgreement(
      work,
      { ...row, side: 'platform' },
      'end',
      { status: 'ended', ended_at: work.now },
      'La otra parte borró su cuenta.',
    )
  await sql`
    update agreement_moves made set reason = '' from agreements a join spaces s on s.id = a.space_id
    where made.agreement_id = a.id and made.reason !~ '^[a-z0-9_:.-]*$' and made.actor <> 'platform'
      and (made.actor = 'professional' and a.professional_id = ${professionalId}::bigint
        or made.actor = 'host' and s.host_id = ${hostId}::bigint)`.execute(work.db)
  await sql`
    update agreements a set ending = ending || '{"reason": ""}'::jsonb from spaces s
    where s.id = a.space_id and (a.professional_id = ${professionalId}::bigint or s.host_id = ${hostId}::bigint)
      and coalesce(ending ->> 'reason', '') <> ''`.execute(work.db)
}

/** Closes their vacancies; deletes a professional's saved vacancies and subscriptions. */
const closeVacancies = async (work: Work, { professionalId, hostId }: Leaving) => {
  const { rows } = await sql<VacancyRow>`
    select v.* from vacancies v where v.host_id = ${hostId}::bigint and v.status in ('draft', 'published', 'paused', 'expired')
    order by v.id for update`.execute(work.db)
  for (const row of rows) await moveVacancy(work, row, 'close', { ended_at: work.now })
  await sql`update vacancies set requirements = '' where host_id = ${hostId}::bigint`.execute(work.db)
  await sql`delete from saved_vacancies where professional_id = ${professionalId}::bigint`.execute(work.db)
  await sql`delete from vacancy_alerts where professional_id = ${professionalId}::bigint`.execute(work.db)
  await sql`delete from vacancy_views where professional_id = ${professionalId}::bigint`.execute(work.db)
}
