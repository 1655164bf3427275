/** Timed changes of applications: reminders, an unanswered question, the end of seven days. */
import { sql } from 'kysely'
import { hourMs } from '#contract/platform/duration.ts'
import { applicationLimits, mayMoveApplication, waitingFor } from '#contract/hiring/application-moves.ts'
import { factsOfRow, move, runningAgain, type Row } from '#server/hiring/application/application-row.ts'
import { after } from '#server/hiring/fit/hiring.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

const aRound = 500

/** Each in its own transaction, each once: a later run finds it moved. */
export const keepDeadlines = async (work: Work) => {
  const answerMs = applicationLimits.answerHours * hourMs
  const { rows } = await sql<{ id: number }>`
    select id from applications where open_place is not null and (
      status <> 'info_requested' and expires_at <= ${work.now}
      or status = 'info_requested' and paused_at <= ${after(work.now, -answerMs)}
      or status <> 'info_requested' and reminders < 1 and respond_by <= ${after(work.now, answerMs - 24 * hourMs)}
      or status <> 'info_requested' and reminders < 2 and respond_by <= ${after(work.now, answerMs - 48 * hourMs)})
    order by expires_at limit ${aRound}`.execute(work.db)
  await runIsolated(work, rows, ({ id }) => settle(work, id))
}

const settle = (work: Work, id: number) =>
  inTransaction(work, async (work) => {
    const { rows } = await sql<Row>`
      select * from applications where id = ${id} and open_place is not null for update skip locked`.execute(
      work.db,
    )
    const [row] = rows
    if (row === undefined) return
    const answerMs = applicationLimits.answerHours * hourMs
    if (row.status === 'info_requested') {
      if (row.paused_at !== null && row.paused_at <= after(work.now, -answerMs))
        await move(work, row, 'resume', runningAgain(work, row), { by: 'platform' })
      return
    }
    if (row.expires_at !== null && row.expires_at <= work.now) {
      if (!mayMoveApplication('expire', 'platform', factsOfRow(row), work.now).allowed) return
      await move(work, row, 'expire', { open_place: null, decided_at: work.now }, { by: 'platform' })
      return
    }
    await remind(work, row)
  })

/** At 24 and at 48 of the 72 hours, to the party who must answer; a paused deadline shifts both. */
const remind = async (work: Work, row: Row) => {
  if (row.respond_by === null || row.respond_by <= work.now) return
  const left = row.respond_by.getTime() - work.now.getTime()
  const passedHours = applicationLimits.answerHours - left / hourMs
  const due = applicationLimits.reminderHours.filter((hours) => passedHours >= hours).length
  if (due <= row.reminders) return
  await work.db.updateTable('applications').set({ reminders: due }).where('id', '=', row.id).execute()
  await publish(work, 'application.waits', {
    applicationId: row.id,
    reminder: due,
    version: row.version,
    side: waitingFor(factsOfRow(row)),
  })
}
