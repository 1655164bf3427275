/** A host's rules for automatic acceptance of an application when it arrives. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { AgreementTerms, usualTrial } from '#contract/hiring/agreement-terms.ts'
import { AutoApproveRule, type AutoApprove, type saveAutoApprove } from '#contract/hiring/auto-approve.ts'
import { mayMoveApplication } from '#contract/hiring/application-moves.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { agreed, factsOfRow, move, onTrial, type Row } from '#server/hiring/application/application-row.ts'
import { refuse, Refusal } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

export const rules = async (work: Work): Promise<AutoApprove> => {
  const row = await work.db
    .selectFrom('auto_approvals')
    .select(['rules', 'version'])
    .where('host_id', '=', work.viewer.hostId ?? 0)
    .executeTakeFirst()
  return row === undefined ? { rules: [], version: 0 } : { rules: parse(row.rules), version: row.version }
}

/** Refuses `stale_version`, and `not_found` for another host's spaces. */
export const saveRules = (work: Work, { body }: Input<typeof saveAutoApprove>): Promise<AutoApprove> =>
  inTransaction(work, async (work) => {
    const hostId = work.viewer.hostId ?? refuse('not_found')
    const named = [...new Set(body.rules.flatMap(({ spaceIds }) => spaceIds))]
    const mine = await work.db.selectFrom('spaces').select('id').where('host_id', '=', hostId).execute()
    if (named.some((id) => !mine.some((one) => one.id === id))) refuse('not_found')
    const { rows } = await sql<{ version: number }>`
      insert into auto_approvals (host_id, rules, version) values (${hostId}, ${JSON.stringify(body.rules)}::jsonb, 1)
      on conflict (host_id) do update set rules = excluded.rules, version = auto_approvals.version + 1
      where auto_approvals.version = ${body.version} returning version`.execute(work.db)
    const [saved] = rows
    if (saved === undefined || (body.version === 0 && saved.version !== 1)) return refuse('stale_version')
    return { rules: body.rules, version: saved.version }
  })

const parse = (stored: unknown) => z.parse(z.array(AutoApproveRule), stored)

type Applicant = {
  level: number
  rating: number
  documents: string[]
  pricePerHourCents: number
  rules: unknown
}

/** An application came: the first matching rule of its host decides at once. Nothing below the host's own price. */
export const consider = (work: Work, applicationId: number) =>
  inTransaction(work, async (work) => {
    const { rows } =
      await sql<Row>`select * from applications where id = ${applicationId} and status = 'sent' for update`.execute(
        work.db,
      )
    const [row] = rows
    if (row === undefined || !mayMoveApplication('approve', 'platform', factsOfRow(row), work.now).allowed)
      return
    const { rows: found } = await sql<Applicant>`
      select account.verification_level as level, p.rating::float as rating, s.price_per_hour_cents as "pricePerHourCents",
        r.rules, (select coalesce(array_agg(d.kind), '{}') from documents d where d.owner_kind = 'professional'
          and d.owner_id = p.id and d.status in ('valid', 'expiring')) as documents
      from professionals p join accounts account on account.id = p.account_id
      join spaces s on s.id = ${row.space_id} join auto_approvals r on r.host_id = s.host_id
      where p.id = ${row.professional_id}`.execute(work.db)
    const [applicant] = found
    if (applicant === undefined) return
    const terms = z.parse(AgreementTerms, row.terms)
    if (terms.rent.kind !== 'per_hour' || terms.rent.ratePerHourCents < applicant.pricePerHourCents) return
    const rule = parse(applicant.rules).find((one) => fits(one, applicant, row.space_id))
    if (rule === undefined) return
    const wanted = rule.outcome === 'trial' ? onTrial(row, usualTrial) : terms
    await move(work, row, rule.outcome, await agreed(work, row, wanted), {
      by: 'platform',
      text: 'Por tu regla automática',
    })
  }).catch((error: unknown) => {
    // An agreement was made meanwhile: the application waits for its host.
    if (!(error instanceof Refusal)) throw error
  })

const fits = (rule: AutoApproveRule, applicant: Applicant, spaceId: number) =>
  applicant.level >= rule.minimumLevel &&
  (rule.minimumRating === null || applicant.rating >= rule.minimumRating) &&
  rule.documents.every((kind) => applicant.documents.includes(kind)) &&
  (rule.spaceIds.length === 0 || rule.spaceIds.includes(spaceId))
