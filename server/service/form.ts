/** A professional's questions before a visit. Who answers and who reads the answers is booking's (booking/contact/intake.ts). */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  type addForm,
  type changeForm,
  maxForms,
  OwnForm,
  type removeForm,
  type serviceForms,
} from '#contract/booking/client/intake.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { mine, type ProfessionalId } from '#server/professional/professional.ts'

/** The professional's, in the order in which they were written. */
export const forms = async (work: Work): Promise<OwnForm[]> => {
  const { professionalId } = work.viewer
  return professionalId === null ? [] : read(work, professionalId)
}

/** Refuses no_profile, forms_full, and not_found for another professional's service. */
export const write = (work: Work, { body }: Input<typeof addForm>): Promise<OwnForm> =>
  inTransaction(work, async (work) => {
    const professionalId = await mine(work)
    await sql`select from professionals where id = ${professionalId} for no key update`.execute(work.db)
    if ((await read(work, professionalId)).length >= maxForms) refuse('forms_full')
    const { id } = await work.db
      .insertInto('intake_forms')
      .values({ ...valuesOf(body), professional_id: professionalId, created_at: work.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await requireServices(work, professionalId, body.serviceIds)
    for (const serviceId of new Set(body.serviceIds)) await attach(work, serviceId, id)
    return one(work, professionalId, id)
  })

/** Refuses not_found, stale_version. */
export const rewrite = (work: Work, { params, body }: Input<typeof changeForm>): Promise<OwnForm> =>
  inTransaction(work, async (work) => {
    const professionalId = await mine(work)
    const { numUpdatedRows } = await work.db
      .updateTable('intake_forms')
      .set({ ...valuesOf(body), version: body.version + 1 })
      .where('id', '=', params.id)
      .where('professional_id', '=', professionalId)
      .where('archived_at', 'is', null)
      .where('version', '=', body.version)
      .executeTakeFirst()
    const now = await one(work, professionalId, params.id)
    return numUpdatedRows === 0n ? refuse('stale_version') : now
  })

/** Archives it; idempotent. Refuses not_found. */
export const putAway = (work: Work, { params }: Input<typeof removeForm>): Promise<{ ok: true }> =>
  inTransaction(work, async (work) => {
    const professionalId = await mine(work)
    const { numUpdatedRows } = await work.db
      .updateTable('intake_forms')
      .set({ archived_at: sql`coalesce(archived_at, ${work.now})` })
      .where('id', '=', params.id)
      .where('professional_id', '=', professionalId)
      .executeTakeFirst()
    return numUpdatedRows === 0n ? refuse('not_found') : { ok: true }
  })

/** Replaces the forms of a service. Refuses not_found for another professional's service or form. */
export const choose = (work: Work, { params, body }: Input<typeof serviceForms>): Promise<OwnForm[]> =>
  inTransaction(work, async (work) => {
    const professionalId = await mine(work)
    await requireServices(work, professionalId, [params.id])
    await sql`select from services where id = ${params.id} for no key update`.execute(work.db)
    const own = new Set((await read(work, professionalId)).map(({ id }) => id))
    if (body.formIds.some((id) => !own.has(id))) refuse('not_found')
    await work.db.deleteFrom('intake_form_services').where('service_id', '=', params.id).execute()
    for (const formId of new Set(body.formIds)) await attach(work, params.id, formId)
    return read(work, professionalId)
  })

/** A copied service asks the questions of its original; in the caller's transaction. */
export const askAlike = async (work: Work, from: number, to: number): Promise<void> => {
  await sql`
    insert into intake_form_services (service_id, form_id)
    select ${to}::bigint, asks.form_id from intake_form_services asks join intake_forms form on form.id = asks.form_id
    where asks.service_id = ${from} and form.archived_at is null`.execute(work.db)
}

const attach = (work: Work, serviceId: number, formId: number) =>
  work.db
    .insertInto('intake_form_services')
    .values({ service_id: serviceId, form_id: formId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const requireServices = async (work: Work, professionalId: ProfessionalId, ids: readonly number[]) => {
  const { rows } = await sql`
    select from services where professional_id = ${professionalId} and id = any (${[...ids]}::bigint[])`.execute(
    work.db,
  )
  if (rows.length < new Set(ids).size) refuse('not_found')
}

const one = async (work: Work, professionalId: ProfessionalId, id: number): Promise<OwnForm> =>
  (await read(work, professionalId)).find((form) => form.id === id) ?? refuse('not_found')

const read = async (work: Work, professionalId: ProfessionalId): Promise<OwnForm[]> => {
  const rows = await work.db
    .selectFrom('intake_forms as form')
    .select([
      'form.id',
      'form.title',
      'form.intro',
      'form.sensitive',
      'form.timing',
      'form.questions',
      'form.version',
    ])
    .select(
      sql<
        number[]
      >`array(select asks.service_id from intake_form_services asks where asks.form_id = form.id order by 1)`.as(
        'serviceIds',
      ),
    )
    .where('form.professional_id', '=', professionalId)
    .where('form.archived_at', 'is', null)
    .orderBy('form.id')
    .execute()
  return z.parse(z.array(OwnForm), rows)
}

const valuesOf = ({
  title,
  intro,
  sensitive,
  timing,
  questions,
}: Input<typeof changeForm>['body'] | Input<typeof addForm>['body']) => ({
  title,
  intro,
  sensitive,
  timing,
  questions: JSON.stringify(questions),
})
