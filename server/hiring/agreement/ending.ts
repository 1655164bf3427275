/** Timed changes of agreements: the end comes near, it comes, a document expires or is accepted. */
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import { expiringDays } from '#contract/hiring/agreement.ts'
import { missingDocuments } from '#server/hiring/agreement/agreement.ts'
import { lockedColumns, move, type Locked } from '#server/hiring/agreement/agreement-row.ts'
import { after } from '#server/hiring/fit/hiring.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Agreements per round; a day may have many ends, and the rest follows in the next round. */
const aRound = 500

/** Ends expired agreements, and warns fifteen days before the end. Each in its own transaction, each once. */
export const expireDue = async (work: Work) => {
  const near = after(work.now, expiringDays * dayMs)
  const { rows } = await sql<{ id: number }>`
    select id from agreements
    where status in ('active', 'paused', 'expiring', 'suspended') and valid_to <= ${near}
      and (valid_to <= ${work.now} or status = 'active')
    order by valid_to limit ${aRound}`.execute(work.db)
  await runIsolated(work, rows, ({ id }) => settle(work, id))
}

/** A document of a professional changed: agreements that waited for it continue, those that need it wait. */
export const followDocuments = async (work: Work, professionalId: number) => {
  const { rows } = await sql<{ id: number }>`
    select a.id from agreements a join spaces s on s.id = a.space_id
    where a.professional_id = ${professionalId} and a.status in ('active', 'expiring', 'suspended')
      and (a.status = 'suspended' or s.required_documents <> '{}')`.execute(work.db)
  for (const { id } of rows) await settle(work, id)
}

/** The documents that a space requires changed: each of its agreements is checked again. */
export const followSpace = async (work: Work, spaceId: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from agreements where space_id = ${spaceId} and status in ('active', 'expiring', 'suspended')`.execute(
    work.db,
  )
  for (const { id } of rows) await settle(work, id)
}

/** Sets the state an agreement should have now, whatever happened before. */
const settle = (work: Work, id: number) =>
  inTransaction(work, async (work) => {
    const { rows } = await sql<Omit<Locked, 'side'>>`
      select ${lockedColumns} from agreements a join spaces s on s.id = a.space_id
      where a.id = ${id} and a.status in ('active', 'paused', 'expiring', 'suspended') for update of a`.execute(
      work.db,
    )
    const [found] = rows
    if (found === undefined) return
    const row = { ...found, side: 'platform' as const }
    if (row.validTo !== null && row.validTo <= work.now) {
      const given = row.ending !== null
      const status = given ? 'ended' : 'expired'
      return move(work, row, given ? 'end' : 'expire', { status, ended_at: work.now })
    }
    if (row.status === 'paused') return
    const missing = await missingDocuments(work, row.professionalId, row.requiredDocuments)
    if (missing.length > 0) {
      if (row.status !== 'suspended')
        await move(work, row, 'suspend', { status: 'suspended', missing_documents: missing })
      else if (missing.join() !== row.missingDocuments.join())
        await work.db
          .updateTable('agreements')
          .set({ missing_documents: missing })
          .where('id', '=', id)
          .execute()
      return
    }
    const isNear = row.validTo !== null && row.validTo <= after(work.now, expiringDays * dayMs)
    if (row.status === 'suspended')
      await move(work, row, 'reinstate', { status: isNear ? 'expiring' : 'active', missing_documents: [] })
    else if (isNear && row.status === 'active') await move(work, row, 'near_end', { status: 'expiring' })
  })

/** Rent to the host has been overdue for days: no new bookings until it is paid; firm ones remain valid. */
export const holdForRent = (work: Work, id: number) =>
  ofPlatform(work, id, async (work, row) => {
    if (row.status === 'active' || row.status === 'expiring')
      await move(work, row, 'pause', { status: 'paused', paused_by: 'host' }, rentReason)
  })

/** Paid: resumes, unless the agreement was paused for another reason since. */
export const releaseRentOf = (work: Work, id: number) =>
  ofPlatform(work, id, async (work, row) => {
    const last = await work.db
      .selectFrom('agreement_moves')
      .select(['reason', 'actor'])
      .where('agreement_id', '=', id)
      .orderBy('version', 'desc')
      .executeTakeFirst()
    if (row.status !== 'paused' || last?.actor !== 'platform' || last.reason !== rentReason) return
    await move(work, row, 'resume', { status: 'active', paused_by: null })
  })

const rentReason = 'Renta de la casa sin pagar'

const ofPlatform = (
  work: Work,
  id: number,
  run: (work: Work, row: Omit<Locked, 'side'> & { side: 'platform' }) => Promise<void>,
) =>
  inTransaction(work, async (work) => {
    const { rows } = await sql<Omit<Locked, 'side'>>`
      select ${lockedColumns} from agreements a join spaces s on s.id = a.space_id
      where a.id = ${id} for update of a`.execute(work.db)
    const [row] = rows
    if (row !== undefined) await run(work, { ...row, side: 'platform' })
  })
