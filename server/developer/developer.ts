/** The caller's identity, for a system that tries its key, and for its owner. */
import type { Reply } from '#contract/platform/endpoint.ts'
import type { caller } from '#contract/developer/api-key.ts'
import { newestVersion } from '#contract/platform/scope.ts'
import { ownId } from '#server/account/profile.ts'
import type { Work } from '#server/platform/work.ts'

export const presentCaller = async (work: Work): Promise<Reply<typeof caller>> => {
  const { credential, activeRole } = work.viewer
  const account = await work.db
    .selectFrom('accounts')
    .select('first_name')
    .where('id', '=', ownId(work))
    .executeTakeFirstOrThrow()
  return {
    kind: credential?.kind ?? 'session',
    name: credential?.name ?? null,
    scopes: [...(credential?.scopes ?? [])],
    actsAs: activeRole,
    version: credential?.version ?? newestVersion,
    expiresAt: credential?.expiresAt?.toISOString() ?? null,
    firstName: account.first_name,
  }
}
