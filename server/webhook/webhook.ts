/** Webhooks of a professional or host: added with a secret that is shown once, changed, rotated and removed by their owner. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hourMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import * as contract from '#contract/webhook/webhook.ts'
import { ownId } from '#server/account/profile.ts'
import { requireProof } from '#server/account/session.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { addressOf } from '#server/webhook/address.ts'
import { newSecret } from '#server/webhook/signature.ts'
import { hashOf, isMine, sealed, select, type View } from '#server/webhook/webhook-row.ts'

export const list = (work: Work): Promise<View[]> => select(work, isMine(work))

/** Refuses not_found for another owner's. */
export const one = async (work: Work, id: string): Promise<View> => {
  const [found] = await select(work, sql`hook.id = ${id} and ${isMine(work)}`)
  return found ?? refuse('not_found')
}

/** Refuses confirm_identity, forbidden without that profile, webhook_address, webhook_saved_already, webhooks_full. */
export const add = async (
  work: Work,
  { body: { role, address: text, events } }: Input<typeof contract.addWebhook>,
) => {
  requireProof(work)
  const { professionalId, hostId } = work.viewer
  const owner = (role === 'host' ? hostId : professionalId) ?? refuse('forbidden')
  const address = addressOf(work.config, text) ?? refuse('webhook_address')
  const id = randomUUID()
  const secret = newSecret()
  const box = sealed(work, id)
  await work.db
    .insertInto('webhooks')
    .values({
      id,
      account_id: ownId(work),
      professional_id: role === 'professional' ? owner : null,
      host_id: role === 'host' ? owner : null,
      address: box.seal(address.href),
      address_hash: hashOf(address),
      events: [...new Set(events)],
      secret: box.seal(secret),
      created_at: work.now,
    })
    .execute()
    .catch((error: unknown) =>
      refuseOn(error, { webhooks_once: 'webhook_saved_already', webhooks_full: 'webhooks_full' }),
    )
  return { webhook: await one(work, id), secret }
}

/**
 * Refuses not_found, and for another address confirm_identity, webhook_address, webhook_saved_already. Switched on again it starts afresh;
 * messages of the time before are in its log as failed and are not sent automatically.
 */
export const change = async (
  work: Work,
  { params: { id }, body: { events, address, isOn } }: Input<typeof contract.changeWebhook>,
): Promise<View> => {
  const before = await one(work, id)
  await inTransaction(work, async (work) => {
    if (events !== undefined)
      await work.db
        .updateTable('webhooks')
        .set({ events: [...new Set(events)] })
        .where('id', '=', id)
        .execute()
    if (address !== undefined) await moveTo(work, before, address)
    if (isOn === true) await switchOn(work, id)
    if (isOn === false) await switchOff(work, id, 'owner')
  })
  return one(work, id)
}

/** Its secret, log and events stay; what waits is sent there at once. */
const moveTo = async (work: Work, { id, address: before }: View, text: string) => {
  const address = addressOf(work.config, text) ?? refuse('webhook_address')
  if (address.href === before) return
  requireProof(work)
  await sql`update webhooks set address = ${sealed(work, id).seal(address.href)}, address_hash = ${hashOf(address)},
      failures = 0, failing_since = null, hold_until = null, succeeded_at = null where id = ${id}`
    .execute(work.db)
    .catch((error: unknown) => refuseOn(error, { webhooks_once: 'webhook_saved_already' }))
  await sql`update webhook_messages set next_at = ${work.now} where webhook_id = ${id} and state = 'pending'`.execute(
    work.db,
  )
}

const switchOn = (work: Work, id: string) =>
  sql`update webhooks set off_at = null, off_reason = null, failures = 0, failing_since = null, hold_until = null
    where id = ${id} and off_at is not null`.execute(work.db)

/** In the caller's transaction. Answers whether it was on. */
export const switchOff = async (work: Work, id: string, reason: 'owner' | 'gone' | 'failing') => {
  const { numAffectedRows } = await sql`
    update webhooks set off_at = ${work.now}, off_reason = ${reason} where id = ${id} and off_at is null`.execute(
    work.db,
  )
  await sql`update webhook_messages set state = 'failed', next_at = null, ends_at = null
    where webhook_id = ${id} and state = 'pending'`.execute(work.db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Both secrets sign for a day, so that no message is refused while the receiver switches. Refuses confirm_identity, not_found. */
export const rotate = async (work: Work, id: string) => {
  await one(work, id)
  requireProof(work)
  const secret = newSecret()
  await work.db
    .updateTable('webhooks')
    .set((eb) => ({
      former_secret: eb.ref('secret'),
      former_until: new Date(work.now.getTime() + contract.formerSecretHours * hourMs),
      secret: sealed(work, id).seal(secret),
    }))
    .where('id', '=', id)
    .execute()
  return { webhook: await one(work, id), secret }
}

/** Its log goes with it. Refuses not_found. */
export const remove = async (work: Work, id: string) => {
  await one(work, id)
  await work.db.deleteFrom('webhooks').where('id', '=', id).execute()
  return { ok: true } as const
}

/** Deletes the webhooks of an erased account. */
export const forgetWebhooks = async (work: Work, accountId: number): Promise<void> => {
  await work.db.deleteFrom('webhooks').where('account_id', '=', accountId).execute()
}
