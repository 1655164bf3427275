/**
 * A person's advance permission for an app (contract/assistant/mandate.ts): given, shown with its uses, and revoked. The database enforces
 * its limits; the actions are in server/assistant/mandate-acts.ts.
 */
import { randomUUIDv7 } from 'node:crypto'
import { type giveMandate, type Mandate, type MandateAct, mandateActs } from '#contract/assistant/mandate.ts'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { sql } from 'kysely'
import { ownId } from '#server/account/profile.ts'
import { requireProof } from '#server/account/session.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type Use = { booking_id: string; act: string; service: string; amount_cents: number; at: string }
type Row = {
  id: string
  app_id: string
  name: string
  acts: string[]
  each_cents: number
  total_cents: number
  used_cents: number
  created_at: Date
  expires_at: Date
  uses: Use[]
}

const isAct = (text: string): text is MandateAct => mandateActs.some((act) => act === text)

/** Active ones, the newest first. */
export const ownMandates = async (work: Work): Promise<Mandate[]> => {
  const { rows } = await sql<Row>`
    select m.id, m.app_id, app.name, m.acts, m.each_cents, m.total_cents, m.created_at, m.expires_at,
      coalesce((select sum(use.amount_cents) from mandate_uses use join bookings b on b.id = use.booking_id
        where use.mandate_id = m.id and not (use.act = 'book' and b.status in ('expired', 'declined'))), 0)::int as used_cents,
      coalesce((select jsonb_agg(jsonb_build_object('booking_id', last.booking_id, 'act', last.act, 'service', coalesce(last.name, ''),
          'amount_cents', last.amount_cents, 'at', last.at) order by last.at desc)
        from (select use.booking_id, use.act, service.name, use.amount_cents, use.at from mandate_uses use
          join bookings b on b.id = use.booking_id left join services service on service.id = b.service_id
          where use.mandate_id = m.id and not (use.act = 'book' and b.status in ('expired', 'declined'))
          order by use.at desc limit 20) last), '[]') as uses
    from mandates m join oauth_apps app on app.id = m.app_id
    where m.account_id = ${ownId(work)} and m.revoked_at is null and m.expires_at > ${work.now}
    order by m.created_at desc, m.id`.execute(work.db)
  return rows.map((row) => ({
    id: row.id,
    app: { id: row.app_id, name: row.name },
    acts: row.acts.filter(isAct),
    eachCents: row.each_cents,
    totalCents: row.total_cents,
    usedCents: row.used_cents,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    uses: row.uses.flatMap(({ act, ...use }) =>
      isAct(act)
        ? [
            {
              bookingId: use.booking_id,
              act,
              service: use.service,
              amountCents: use.amount_cents,
              at: new Date(use.at).toISOString(),
            },
          ]
        : [],
    ),
  }))
}

/** Replaces the previous one. Refuses `confirm_identity`, `not_found` for an app without access, `invalid_input`, `mandate_exists`. */
export const give = async (work: Work, { body }: Input<typeof giveMandate>): Promise<Mandate> => {
  requireProof(work)
  if (body.eachCents > body.totalCents)
    refuse('invalid_input', {
      fields: [{ field: 'totalCents', message: 'En total no puede ser menos que en una cita.' }],
    })
  const id = randomUUIDv7()
  await inTransaction(work, async (work) => {
    // Locked, so that access that is revoked meanwhile ends this mandate too.
    const allowed = await work.db
      .selectFrom('oauth_grants')
      .select('id')
      .where('account_id', '=', ownId(work))
      .where('app_id', '=', body.appId)
      .where('exchanged_at', 'is not', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', work.now)
      .forShare()
      .executeTakeFirst()
    if (allowed === undefined) refuse('not_found')
    await endOf(work, body.appId)
    await work.db
      .insertInto('mandates')
      .values({
        id,
        account_id: ownId(work),
        app_id: body.appId,
        acts: [...new Set(body.acts)],
        each_cents: body.eachCents,
        total_cents: body.totalCents,
        created_at: work.now,
        expires_at: new Date(work.now.getTime() + body.days * dayMs),
      })
      .execute()
      .catch((error: unknown) => refuseOn(error, { mandates_one_an_app: 'mandate_exists' }))
  })
  return (await ownMandates(work)).find((one) => one.id === id) ?? refuse('not_found')
}

const endOf = (work: Work, appId: string) =>
  work.db
    .updateTable('mandates')
    .set({ revoked_at: work.now })
    .where('account_id', '=', ownId(work))
    .where('app_id', '=', appId)
    .where('revoked_at', 'is', null)
    .execute()

/** Idempotent. Refuses `not_found`. */
export const end = async (work: Work, id: string) => {
  const own = work.db.selectFrom('mandates').select('id').where('id', '=', id)
  if ((await own.where('account_id', '=', ownId(work)).executeTakeFirst()) === undefined) refuse('not_found')
  await work.db
    .updateTable('mandates')
    .set({ revoked_at: work.now })
    .where('id', '=', id)
    .where('account_id', '=', ownId(work))
    .where('revoked_at', 'is', null)
    .execute()
  return { ok: true } as const
}

/**
 * In the transaction that revokes access, or gives it anew after it expired. A mandate ends with the last access of its app, so that allowing the app again gives it no
 * right to pay. `appId` undefined: those of all apps.
 */
export const endWithoutAccess = (work: Work, accountId: number, appId?: string) =>
  sql`update mandates mandate set revoked_at = ${work.now}
    where account_id = ${accountId} and (${appId ?? null}::text is null or app_id = ${appId ?? null}::text) and revoked_at is null
      and not exists (select from oauth_grants own where own.account_id = mandate.account_id and own.app_id = mandate.app_id
        and own.exchanged_at is not null and own.revoked_at is null and own.expires_at > ${work.now})`.execute(
    work.db,
  )

export const forgetMandates = (work: Work, accountId: number) =>
  work.db.deleteFrom('mandates').where('account_id', '=', accountId).execute()

/** Mandates that ended half a year ago. */
export const forgetOver = (work: Work) =>
  sql`delete from mandates where expires_at < ${work.now}::timestamptz - interval '180 days'`.execute(work.db)
