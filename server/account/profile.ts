/** An account's name, picture and timezone. The offers of a professional or a business are in their own modules. */
import { sql } from 'kysely'
import { type AccountProfile, isZoneOffered } from '#contract/account/settings.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** The viewer's account, for what belongs to any account. */
export const ownId = (work: Work) => work.viewer.accountId ?? refuse('not_signed_in')

/** The zone of the viewer's lists: the chosen one, else that of their place of work, else the capital's. */
export const effectiveZone = sql<string>`coalesce(accounts.zone,
  (select p.zone from professionals p where p.account_id = accounts.id),
  (select s.zone from spaces s join hosts h on h.id = s.host_id where h.account_id = accounts.id order by s.id limit 1),
  'America/Mexico_City')`

export const profile = async (work: Work): Promise<AccountProfile> => {
  const row = await work.db
    .selectFrom('accounts')
    .select([
      'first_name',
      'last_name',
      'email',
      'phone',
      'profile_image_url',
      'photo_id',
      'zone',
      'version',
      effectiveZone.as('effective_zone'),
    ])
    .where('id', '=', ownId(work))
    .executeTakeFirstOrThrow()
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    profileImageUrl: row.profile_image_url,
    hasPhoto: row.photo_id !== null,
    zone: row.zone,
    effectiveZone: row.effective_zone,
    version: row.version,
  }
}

/** Notifies every module that shows this name. Refuses `stale_version`. */
export const rename = (
  work: Work,
  given: { firstName: string; lastName: string; version: number },
): Promise<AccountProfile> =>
  inTransaction(work, async (work) => {
    const id = ownId(work)
    const row = await work.db
      .updateTable('accounts')
      .set({ first_name: given.firstName, last_name: given.lastName, version: given.version + 1 })
      .where('id', '=', id)
      .where('version', '=', given.version)
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) refuse('stale_version')
    await publish(work, 'account.changed', { accountId: id })
    return profile(work)
  })

/** Null: the zone of the place. Refuses `unknown_zone`. */
export const chooseZone = async (work: Work, zone: string | null): Promise<AccountProfile> => {
  if (zone !== null && !isZoneOffered(zone)) refuse('unknown_zone')
  await work.db.updateTable('accounts').set({ zone }).where('id', '=', ownId(work)).execute()
  return profile(work)
}
