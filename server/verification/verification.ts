/**
 * A person's identity, as far as we have verified it ourselves: addresses by one-time codes (codes.ts), the person by a provider's
 * biometric check (check.ts). The level follows in the database (spec §4); nothing typed raises it.
 */
import type * as z from 'zod/mini'
import {
  type Channel,
  CheckStatus,
  maxTries,
  resendSeconds,
  type Verification,
} from '#contract/verification/verification.ts'
import { type Known, knownOf } from '#server/account/confirmation.ts'
import { isLocal } from '#server/messaging/outside.ts'
import { canText } from '#server/messaging/texting.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { identityProviderOf } from '#server/verification/outside.ts'
import { reasonText } from '#server/verification/rules.ts'

type View = z.input<typeof Verification>

/** The viewer's level, its facts and what is pending. */
export const view = async (work: Work): Promise<View> => {
  const known = (await knownOf(work, ownId(work))) ?? refuse('not_signed_in')
  return {
    level: known.level,
    biometricVerified: known.biometricVerified,
    email: await contact(work, known, 'email'),
    sms: await contact(work, known, 'sms'),
    biometric: await biometric(work, known),
  }
}

export const ownId = (work: Work): number => work.viewer.accountId ?? refuse('not_signed_in')

const contact = async (work: Work, known: Known, channel: Channel): Promise<View['email']> => {
  const address = channel === 'email' ? known.email : known.phone
  const confirmedAt = channel === 'email' ? known.emailConfirmedAt : known.phoneConfirmedAt
  const newest = await work.db
    .selectFrom('verification_codes')
    .select(['address', 'created_at', 'expires_at', 'ended_at', 'tries'])
    .where('account_id', '=', known.id)
    .where('channel', '=', channel)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isLiving = newest !== undefined && newest.ended_at === null && newest.expires_at > work.now
  const age = newest === undefined ? resendSeconds : (work.now.getTime() - newest.created_at.getTime()) / 1000
  return {
    address,
    confirmed: confirmedAt !== null,
    available: channel === 'email' || canText(work),
    pending: isLiving
      ? {
          address: newest.address,
          isChange: newest.address !== address,
          expiresAt: newest.expires_at.toISOString(),
          triesLeft: maxTries - newest.tries,
        }
      : null,
    outbox: isLiving ? outboxOf(work, channel, newest.address) : null,
    resendInSeconds: Math.max(0, Math.ceil(resendSeconds - age)),
  }
}

/** Where development shows the messages to this address. */
export const outboxOf = ({ config }: Work, channel: Channel | 'whatsapp', address: string) => {
  const to = encodeURIComponent(address)
  if (channel !== 'email') return isLocal(config, channel) ? `/dev/${channel}?to=${to}` : null
  return config.smtpUrl === null && !config.production ? `/dev/mail?to=${to}` : null
}

const biometric = async (work: Work, known: Known): Promise<View['biometric']> => {
  const available = identityProviderOf(work.config) !== null
  if (known.biometricVerified) return { status: 'approved', available, reason: null }
  const newest = await work.db
    .selectFrom('identity_checks')
    .select(['status', 'reason'])
    .where('account_id', '=', known.id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  // A check that lapsed with a changed address counts as none.
  if (newest === undefined || newest.status === 'lapsed') return { status: 'none', available, reason: null }
  const status = CheckStatus.parse(newest.status)
  return { status, available, reason: status === 'rejected' ? reasonText(newest.reason) : null }
}
