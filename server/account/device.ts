/** The sessions of an account, as its owner sees them, and signing those devices out. */
import type { SessionLine } from '#contract/account/settings.ts'
import { ownId } from '#server/account/profile.ts'
import { deviceOf } from '#server/account/rules.ts'
import { endOthers } from '#server/account/session.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** This browser first, then by last use. */
export const devices = async (work: Work): Promise<SessionLine[]> => {
  const rows = await work.db
    .selectFrom('sessions')
    .select(['handle', 'user_agent', 'created_at', 'seen_at', 'token_hash'])
    .where('account_id', '=', ownId(work))
    .where('expires_at', '>', work.now)
    .orderBy('seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return rows
    .map((row) => {
      const { name, kind } = deviceOf(row.user_agent)
      return {
        id: row.handle,
        device: name,
        kind,
        here: row.token_hash.toString('base64url') === work.viewer.session,
        signedInAt: row.created_at.toISOString(),
        seenAt: row.seen_at.toISOString(),
      }
    })
    .toSorted((a, b) => Number(b.here) - Number(a.here))
}

/** Refuses `not_found` for a session that is not the viewer's. */
export const signOut = async (work: Work, id: string) => {
  const ended = await work.db
    .deleteFrom('sessions')
    .where('handle', '=', id)
    .where('account_id', '=', ownId(work))
    .returning('handle')
    .executeTakeFirst()
  if (ended === undefined) refuse('not_found')
  return { ok: true } as const
}

export const signOutOthers = async (work: Work) => ({ ended: await endOthers(work, ownId(work)) })
