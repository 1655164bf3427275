/** The standing agreement ("convenio") by which a professional works at a space; either party may pause it. */
import { sql, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/endpoint.ts'
import { Agreement, type pauseAgreement, type resumeAgreement } from '#contract/space.ts'
import { announce } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Agreements } from '#server/platform/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Mine, as professional and as host, the newest first. */
export const agreements = (work: Work): Promise<Agreement[]> => read(work, null)

/** No new bookings from this moment; firm ones stand. Refuses `not_found`, `agreement_not_movable`. */
export const pause = (work: Work, { params }: Input<typeof pauseAgreement>): Promise<Agreement> =>
  move(work, params.id, ['active', 'expiring'], 'paused')

/** Refuses `not_found`, `agreement_not_movable`. */
export const resume = (work: Work, { params }: Input<typeof resumeAgreement>): Promise<Agreement> =>
  move(work, params.id, ['paused'], 'active')

/** Asked twice, the second time is as good as the first. */
const move = (work: Work, id: number, from: readonly string[], to: 'paused' | 'active') =>
  inTransaction(work, async (work) => {
    const { rows } = await sql<{ status: string; validTo: Date | null }>`
      select a.status, a.valid_to as "validTo" from agreements a join spaces s on s.id = a.space_id
      where a.id = ${id} and ${isParty(work)} for update of a`.execute(work.db)
    const now = rows[0] ?? refuse('not_found')
    if (now.status !== to) {
      const over = now.validTo !== null && now.validTo <= work.now
      if (!from.includes(now.status) || over) refuse('agreement_not_movable')
      await work.db
        .updateTable('agreements')
        .set(({ eb }) => ({ status: to, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
      await announce(work, 'agreement.changed', { agreementId: id })
    }
    const [agreement] = await read(work, id)
    return agreement ?? refuse('not_found')
  })

/** Somebody else's agreement is not found. */
const isParty = ({ who }: Work) =>
  sql<boolean>`(a.professional_id = ${who.professionalId}::bigint or s.host_id = ${who.hostId}::bigint)`

type Row = Pick<Selectable<Agreements>, 'id' | 'status' | 'categories'> & {
  spaceId: number
  spaceName: string
  businessName: string
  professionalId: number
  professionalName: string
  ratePerHourCents: number
  validFrom: Date
  validTo: Date | null
}

const read = async (work: Work, id: number | null): Promise<Agreement[]> => {
  const { rows } = await sql<Row>`
    select a.id, a.status, a.categories, a.space_id as "spaceId", s.name as "spaceName", b.name as "businessName",
      a.professional_id as "professionalId", concat_ws(' ', p.first_name, p.last_name) as "professionalName",
      a.rate_per_hour_cents as "ratePerHourCents", a.valid_from as "validFrom", a.valid_to as "validTo"
    from agreements a
    join spaces s on s.id = a.space_id
    join businesses b on b.id = s.business_id
    join professionals p on p.id = a.professional_id
    where ${isParty(work)} and (${id}::bigint is null or a.id = ${id})
    order by a.id desc limit 500`.execute(work.db)
  return rows.map((row) =>
    z.parse(Agreement, {
      ...row,
      validFrom: row.validFrom.toISOString(),
      validTo: row.validTo?.toISOString() ?? null,
    }),
  )
}
