/** The browsers subscribed to push, each as long as it is signed in. */
import { sql } from 'kysely'
import { maxDevices, type PushDevice, type addDevice } from '#contract/messaging/channel.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'
import { pushSenderOf } from '#server/messaging/outside.ts'
import { isPushService, localPush } from '#server/messaging/push.ts'

/** Refuses push_unavailable, too_many_devices, and invalid_input for an address of no push service. */
export const add = (
  work: Work,
  accountId: number,
  { subscription, label }: Input<typeof addDevice>['body'],
) =>
  inTransaction(work, async (work) => {
    const sender = pushSenderOf(work.config) ?? refuse('push_unavailable')
    if ((sender === localPush) !== (subscription === null)) refuse('push_unavailable')
    if (subscription !== null && !isPushService(work, subscription.endpoint))
      refuse('invalid_input', { fields: [{ field: 'subscription.endpoint' }] })
    await lockName(work, `push devices of ${accountId}`)
    const devices = await devicesOf(work, accountId)
    // The stand-in knows a browser by its name only.
    const endpoint = subscription?.endpoint ?? `standin:${accountId}:${label}`
    await work.db
      .insertInto('push_devices')
      .values({
        account_id: accountId,
        endpoint,
        public_key: subscription?.publicKey ?? '',
        auth: subscription?.auth ?? '',
        label,
        created_at: work.now,
        // The subscription ends with its session.
        session_hash: work.viewer.session === null ? null : Buffer.from(work.viewer.session, 'base64url'),
      })
      // A browser notifies one account: the last to subscribe there.
      .onConflict((conflict) =>
        conflict.column('endpoint').doUpdateSet((eb) => ({
          account_id: eb.ref('excluded.account_id'),
          public_key: eb.ref('excluded.public_key'),
          auth: eb.ref('excluded.auth'),
          label: eb.ref('excluded.label'),
          session_hash: eb.ref('excluded.session_hash'),
        })),
      )
      .execute()
    if ((await devicesOf(work, accountId)).length > Math.max(maxDevices, devices.length))
      refuse('too_many_devices')
  })

export const remove = async (work: Work, accountId: number, id: string) => {
  const { numDeletedRows } = await work.db
    .deleteFrom('push_devices')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) refuse('not_found')
  return { ok: true } as const
}

export const devicesOf = async (work: Work, accountId: number): Promise<PushDevice[]> => {
  const { rows } = await sql<{ id: string; label: string; created_at: Date }>`
    select id, label, created_at from push_devices where account_id = ${accountId} order by created_at, id`.execute(
    work.db,
  )
  return rows.map(({ id, label, created_at }) => ({ id, label, createdAt: created_at.toISOString() }))
}
