/** A new key in the place of an earlier one, which ends at once or in a day. */
import { replacedMark, type renewApiKey } from '#contract/developer/api-key.ts'
import { hourMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { ownId } from '#server/account/profile.ts'
import { requireProof } from '#server/account/session.ts'
import { write } from '#server/developer/api-key.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/**
 * Same name, scopes, role and duration. Refuses `confirm_identity`, `not_found`, `too_many_keys`, `key_replaced` for a key that was
 * renewed already, and `key_name_taken` while the key before this one still works.
 */
export const renew = async (
  work: Work,
  { params: { id }, body: { formerHours } }: Input<typeof renewApiKey>,
) => {
  if ((await own(work, id).executeTakeFirst()) === undefined) refuse('not_found')
  requireProof(work)
  return inTransaction(work, async (work) => {
    const key = (await own(work, id).forUpdate().executeTakeFirst()) ?? refuse('not_found')
    if (key.name.endsWith(replacedMark)) refuse('key_replaced')
    const isOver = key.expires_at !== null && key.expires_at <= work.now
    if (formerHours === 0 || isOver) await end(work, id)
    else await endLater(work, id, key, new Date(work.now.getTime() + formerHours * hourMs))
    const { created_at: madeAt, expires_at: expiresAt, name, scopes, acts_as } = key
    const lastsMs = expiresAt === null ? null : expiresAt.getTime() - madeAt.getTime()
    return write(work, {
      name,
      scopes,
      acts_as,
      expires_at: lastsMs === null ? null : new Date(work.now.getTime() + lastsMs),
    })
  })
}

const own = (work: Work, id: string) =>
  work.db
    .selectFrom('api_keys')
    .select(['name', 'scopes', 'acts_as', 'created_at', 'expires_at'])
    .where('id', '=', id)
    .where('account_id', '=', ownId(work))
    .where('revoked_at', 'is', null)

const end = (work: Work, id: string) =>
  work.db.updateTable('api_keys').set({ revoked_at: work.now }).where('id', '=', id).execute()

const maxName = 60

/** Its name goes to the new key; one that would have ended sooner keeps its end. */
const endLater = async (
  work: Work,
  id: string,
  { name, expires_at: ends }: { name: string; expires_at: Date | null },
  until: Date,
) => {
  const formerName = name.slice(0, maxName - replacedMark.length) + replacedMark
  await work.db
    .updateTable('api_keys')
    .set({ revoked_at: work.now })
    .where('account_id', '=', ownId(work))
    .where('name', '=', formerName)
    .where('revoked_at', 'is', null)
    .where('expires_at', '<=', work.now)
    .execute()
  await work.db
    .updateTable('api_keys')
    .set({ name: formerName, ...(ends !== null && ends <= until ? {} : { expires_at: until }) })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => refuseOn(error, { api_keys_one_a_name: 'key_name_taken' }))
}
