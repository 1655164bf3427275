/** Timed changes of vacancies: the end of thirty days, the last place taken, and notifications of waiting applicants. */
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import { mayMoveVacancy, vacancyLimits } from '#contract/hiring/vacancy-moves.ts'
import {
  move as moveApplication,
  type Row as ApplicationRow,
} from '#server/hiring/application/application-row.ts'
import { after } from '#server/hiring/fit/hiring.ts'
import { endInvitations } from '#server/hiring/invitation/invitation-answer.ts'
import { factsOfVacancy, move, type Row } from '#server/hiring/vacancy/vacancy.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

const aRound = 500

/** Each in its own transaction, each once: a later run finds it moved. */
export const expireVacancies = async (work: Work) => {
  const rows = await work.db
    .selectFrom('vacancies')
    .select('id')
    .where('status', 'in', ['published', 'paused'])
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', work.now),
        eb.and([
          eb('expires_at', '<=', after(work.now, vacancyLimits.renewDays * dayMs)),
          eb('reminded', '=', false),
        ]),
      ]),
    )
    .orderBy('expires_at')
    .limit(aRound)
    .execute()
  await runIsolated(work, rows, ({ id }) => settle(work, id))
}

const settle = (work: Work, id: number) =>
  inTransaction(work, async (work) => {
    const row = await work.db
      .selectFrom('vacancies')
      .selectAll()
      .where('id', '=', id)
      .where('status', 'in', ['published', 'paused'])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (row === undefined) return
    if (mayMoveVacancy('expire', 'platform', factsOfVacancy(row), work.now).allowed)
      return move(work, row, 'expire', {})
    if (row.reminded) return
    await work.db.updateTable('vacancies').set({ reminded: true }).where('id', '=', id).execute()
    await publish(work, 'vacancy.changed', { vacancyId: id, version: row.version, move: 'near_end' })
  })

/** An application was approved or an invitation accepted: with the last place the vacancy is filled. */
export const countPlaces = (work: Work, by: { applicationId: number } | { invitationId: string }) =>
  inTransaction(work, async (work) => {
    const of =
      'applicationId' in by
        ? sql`(select vacancy_id from applications where id = ${by.applicationId})`
        : sql`(select vacancy_id from invitations where id = ${by.invitationId}::uuid)`
    const { rows } = await sql<Row>`select * from vacancies where id = ${of} for update`.execute(work.db)
    const [row] = rows
    if (row === undefined || !mayMoveVacancy('fill', 'platform', factsOfVacancy(row), work.now).allowed)
      return
    // Counted with the row locked, so that earlier acceptances are included.
    const { rows: counted } = await sql<{ taken: number }>`select vacancy_taken(${row.id}) as taken`.execute(
      work.db,
    )
    if ((counted[0]?.taken ?? 0) >= row.openings) await move(work, row, 'fill', { ended_at: work.now })
  })

/** The vacancy was filled or closed: waiting applicants are notified at once and may apply again, here too; and invitations to it end. */
export const endWhatWaits = async (work: Work, vacancyId: number) => {
  const vacancy = await work.db
    .selectFrom('vacancies')
    .select('status')
    .where('id', '=', vacancyId)
    .executeTakeFirst()
  if (vacancy?.status !== 'filled' && vacancy?.status !== 'closed') return
  const reason = vacancy.status === 'filled' ? 'vacancy_filled' : 'vacancy_closed'
  const rows = await work.db
    .selectFrom('applications')
    .select('id')
    .where('vacancy_id', '=', vacancyId)
    .where('open_place', 'is not', null)
    .orderBy('id')
    .execute()
  await runIsolated(work, rows, ({ id }) => endOne(work, id, reason))
  await endInvitations(work, vacancyId)
}

const endOne = (work: Work, id: number, reason: 'vacancy_filled' | 'vacancy_closed') =>
  inTransaction(work, async (work) => {
    const { rows } = await sql<ApplicationRow>`
      select * from applications where id = ${id} and open_place is not null for update`.execute(work.db)
    const [row] = rows
    if (row === undefined) return
    await moveApplication(
      work,
      row,
      'end_with_vacancy',
      {
        open_place: null,
        paused_at: null,
        decided_at: work.now,
        answered_at: row.answered_at ?? work.now,
        decline_reason: reason,
      },
      { by: 'platform' },
    )
  })
