/**
 * Webhooks of an identity provider. A webhook only says "look again": nothing in it raises a level. It is recorded once, however often it
 * comes, answered, and followed by reading the provider's own state.
 */
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { runIsolated } from '#server/platform/each-apart.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { apply } from '#server/verification/check.ts'
import { identityProviderOf } from '#server/verification/outside.ts'
import type { IdentityEvent } from '#server/verification/provider.ts'

/** A check still unknown after this long was never ours. */
const forgetMs = 24 * hourMs
const maxAtOnce = 100

/** Refuses not_found for another provider, forbidden for a wrong or old signature. */
export const receive = async (
  work: Work,
  name: string,
  headers: IncomingHttpHeaders,
  body: string,
): Promise<void> => {
  const provider = identityProviderOf(work.config)
  if (provider === null || provider.name !== name) return refuse('not_found')
  const event = provider.openEvent(work, headers, body) ?? refuse('forbidden')
  const fresh = await work.db
    .insertInto('identity_events')
    .values({ provider: name, external_id: event.id, object_ref: event.checkRef, received_at: work.now })
    .onConflict((conflict) => conflict.columns(['provider', 'external_id']).doNothing())
    .returning('external_id')
    .executeTakeFirst()
  if (fresh !== undefined) await follow(work, event)
}

/** Events that came too early or whose process died: looked at again. */
export const followOpenEvents = async (work: Work): Promise<number> => {
  const open = await work.db
    .selectFrom('identity_events')
    .selectAll()
    .where('handled_at', 'is', null)
    .orderBy('received_at')
    .limit(maxAtOnce)
    .execute()
  return runIsolated(work, open, (row) => {
    const isForgotten = work.now.getTime() - row.received_at.getTime() > forgetMs
    const event = { id: row.external_id, checkRef: row.object_ref }
    return isForgotten || identityProviderOf(work.config)?.name !== row.provider
      ? close(work, row.provider, event)
      : follow(work, event)
  })
}

const follow = async (work: Work, event: IdentityEvent): Promise<void> => {
  const provider = identityProviderOf(work.config)
  const check = await provider?.find(work, event.checkRef)
  if (!provider || !check) return
  // The provider stores our id with the check, so an event is understood even before its response to us was recorded.
  const row = /^[0-9a-f-]{36}$/.test(check.reference)
    ? await work.db
        .selectFrom('identity_checks')
        .select('id')
        .where('id', '=', check.reference)
        .where('provider', '=', provider.name)
        .executeTakeFirst()
    : undefined
  if (row === undefined) return
  await apply(work, row.id, check)
  await close(work, provider.name, event)
}

const close = async (work: Work, provider: string, event: IdentityEvent): Promise<void> => {
  await work.db
    .updateTable('identity_events')
    .set({ handled_at: work.now })
    .where('provider', '=', provider)
    .where('external_id', '=', event.id)
    .execute()
}

const retentionMs = 30 * dayMs

export const forgetOldEvents = (work: Work) =>
  forgetBefore(work, 'identity_events', 'received_at', new Date(work.now.getTime() - retentionMs))
