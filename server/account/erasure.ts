/** What remains of an erased account: a row that others reference, with no personal data. */
import { publish } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

/** Deleted: credentials, linked providers, companions and saved cards. */
const gone = [
  'sessions',
  'password_resets',
  'second_factors',
  'identities',
  'mailbox_proofs',
  'companions',
  'saved_cards',
] as const

export const forget = async (work: Work, accountId: number) => {
  const { photo_id: photoId } = await work.db
    .selectFrom('accounts')
    .select('photo_id')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  for (const table of gone) await work.db.deleteFrom(table).where('account_id', '=', accountId).execute()
  await work.db
    .updateTable('accounts')
    .set({
      email: `borrada-${accountId}@kalli.invalid`,
      email_confirmed_at: null,
      password_hash: null,
      first_name: 'Cuenta',
      last_name: 'borrada',
      phone: null,
      phone_confirmed_at: null,
      biometric_verified: false,
      profile_image_url: null,
      photo_id: null,
      zone: null,
      erased_at: work.now,
    })
    .where('id', '=', accountId)
    .execute()
  if (photoId !== null) await publish(work, 'account.photo_replaced', { photoId })
}
