/** Things of the client's account. Each returns what an address identifies it by. */
import { randomUUID } from 'node:crypto'
import { appOf, keyOf } from '#server/testing/keys.ts'
import * as people from '#server/testing/people.ts'
import type { World } from '#server/testing/world.ts'
import { newSecret } from '#server/webhook/signature.ts'
import { hashOf, sealed } from '#server/webhook/webhook-row.ts'

export const webhookMessageId = '019aa000-0000-7000-8000-0000000e68ad'
export const replayedMessageId = '019aa000-0000-7000-8000-0000000e68ae'

export const accounts = {
  /** Unrelated to all callers. */
  strangerAccount: ({ kalli }: World) => people.account(kalli),
  notification: async ({ kalli, clientAccountId }: World) => {
    const { id } = await kalli.database.kysely
      .insertInto('notifications')
      .values({
        account_id: clientAccountId,
        type: 'other',
        title: 'Una noticia',
        message: 'Solo para quien la recibe.',
        about_kind: 'appointments',
        created_at: kalli.clock(),
        dedupe_key: randomUUID(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  apiKey: async ({ kalli, clientAccountId }: World) => {
    const { id } = await keyOf(kalli, clientAccountId, { scopes: ['bookings:read'] })
    return id
  },
  renewedApiKey: async ({ kalli, clientAccountId }: World) => {
    const { id } = await keyOf(kalli, clientAccountId, { scopes: ['bookings:read'] })
    return id
  },
  oauthApp: ({ kalli, clientAccountId }: World) => appOf(kalli, clientAccountId).then(({ id }) => id),
  allowedApp: async ({ kalli, clientAccountId }: World) => {
    const { id } = await appOf(kalli, null)
    await kalli.database.kysely
      .insertInto('oauth_grants')
      .values({
        id: randomUUID(),
        app_id: id,
        account_id: clientAccountId,
        scopes: ['bookings:read'],
        acts_as: 'client',
        api_version: '2026-11-28',
        created_at: kalli.clock(),
        exchanged_at: kalli.clock(),
        expires_at: new Date(kalli.clock().getTime() + 86_400_000),
      })
      .execute()
    return id
  },
  mandate: async ({ kalli, clientAccountId }: World) => {
    const { id: appId } = await appOf(kalli, null)
    const id = randomUUID()
    await kalli.database.kysely
      .insertInto('mandates')
      .values({
        id,
        account_id: clientAccountId,
        app_id: appId,
        acts: ['book'],
        each_cents: 100,
        total_cents: 100,
        created_at: kalli.clock(),
        expires_at: new Date(kalli.clock().getTime() + 86_400_000),
      })
      .execute()
    return id
  },
  pushDevice: async ({ kalli, clientAccountId }: World) => {
    const row = await kalli.database.kysely
      .insertInto('push_devices')
      .values({
        account_id: clientAccountId,
        endpoint: `standin:${randomUUID()}`,
        public_key: '',
        auth: '',
        label: 'Chrome en Android',
        created_at: kalli.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },
  /** The stylist's. */
  webhook: (world: World) => webhookOf(world),
  /** With the message `webhookMessageId`, and with another that is sent again: calls of one endpoint do not affect another's. */
  webhookWithMessage: (world: World) => webhookOf(world, webhookMessageId),
  webhookToReplay: (world: World) => webhookOf(world, replayedMessageId),
  session: async ({ kalli, clientAccountId }: World) => {
    const { handle } = await kalli.database.kysely
      .selectFrom('sessions')
      .select('handle')
      .where('account_id', '=', clientAccountId)
      .executeTakeFirstOrThrow()
    return handle
  },
  companion: async ({ kalli, clientAccountId }: World) => {
    const { id } = await kalli.database.kysely
      .insertInto('companions')
      .values({
        account_id: clientAccountId,
        place: 1,
        first_name: 'Leo',
        is_minor: true,
        created_at: kalli.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  dataCopy: async ({ kalli, clientAccountId }: World) => {
    const { id } = await kalli.database.kysely
      .insertInto('data_copies')
      .values({
        id: randomUUID(),
        account_id: clientAccountId,
        requested_at: kalli.clock(),
        ready_at: kalli.clock(),
        content: Buffer.from(''),
        expires_at: new Date(kalli.clock().getTime() + 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
}

const webhookOf = async ({ kalli, at }: World, messageId?: string) => {
  const id = randomUUID()
  const box = sealed(kalli, id)
  await kalli.database.kysely
    .insertInto('webhooks')
    .values({
      id,
      account_id: at.professional.accountId,
      professional_id: at.professional.id,
      address: box.seal(`https://sistema.test/${id}`),
      address_hash: hashOf(new URL(`https://sistema.test/${id}`)),
      events: ['booking.confirmed'],
      secret: box.seal(newSecret()),
      created_at: kalli.clock(),
    })
    .execute()
  if (messageId !== undefined)
    await kalli.database.pool.query(
      `insert into webhook_messages (id, webhook_id, event, facts, happened_at, state)
       values ($1, $2, 'webhook.test', '{}', $3, 'sent')
       on conflict (id) do update set webhook_id = excluded.webhook_id, state = 'sent', next_at = null, ends_at = null`,
      [messageId, id, kalli.clock()],
    )
  return id
}
