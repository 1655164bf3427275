/**
 * Biometric checks. The provider performs them on its own pages; we store the state of each as the provider reports it, whether the person
 * returns, a webhook comes or a timer is due. A decided check never changes again.
 */
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { randomUUID } from 'node:crypto'
import { confirmBiometric, lockKnown } from '#server/account/confirmation.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { identityProviderOf } from '#server/verification/outside.ts'
import {
  type Check,
  type IdentityProvider,
  ProviderRefusal,
  ProviderUnreachable,
} from '#server/verification/provider.ts'
import { homeOf } from '#server/verification/rules.ts'
import { ownId, view } from '#server/verification/verification.ts'

/** Each check costs money, and a person who needs more than five has another problem than light. */
const maxInDay = 5
/** After this long without news: look. */
const lookAgainMs = 5 * minuteMs
const maxAtOnce = 100

/**
 * Begins a check, or continues an unfinished one, on the provider's pages. Refuses already_verified, check_under_way, too_many_checks,
 * biometric_unavailable, verifier_unreachable.
 */
export const begin = async (work: Work): Promise<{ id: string; url: string }> => {
  const provider = identityProviderOf(work.config) ?? refuse('biometric_unavailable')
  const intent = await intend(work, provider)
  const check = await reach(() => open(work, provider, intent))
  await apply(work, intent.id, check)
  if (check.status === 'open' && check.url !== null) return { id: intent.id, url: check.url }
  if (check.status === 'open') return refuse('verifier_unreachable')
  // It was decided since we last looked: processing waits, approved is done, and after a rejection a new one begins.
  if (check.status === 'processing') return refuse('check_under_way')
  return check.status === 'approved' ? refuse('already_verified') : begin(work)
}

type Intent = { id: string; ref: string | null; returnUrl: string }

/** The row is committed before the provider is called, and its id is the call's key: a repeated request is one check. */
const intend = (work: Work, provider: IdentityProvider): Promise<Intent> =>
  inTransaction(work, async (work) => {
    const known = await lockKnown(work, ownId(work))
    if (known.biometricVerified) refuse('already_verified')
    const returnUrl = work.config.publicUrl + homeOf(known.activeRole)
    const recent = await work.db
      .selectFrom('identity_checks')
      .select(['id', 'external_id', 'status'])
      .where('account_id', '=', known.id)
      .where('created_at', '>', new Date(work.now.getTime() - dayMs))
      .execute()
    const underWay = recent.find(({ status }) => status === 'open' || status === 'processing')
    if (underWay !== undefined) return { id: underWay.id, ref: underWay.external_id, returnUrl }
    if (recent.length >= maxInDay) refuse('too_many_checks')
    await endLeft(work, known.id)
    const id = randomUUID()
    await work.db
      .insertInto('identity_checks')
      .values({
        id,
        account_id: known.id,
        provider: provider.name,
        status: 'open',
        created_at: work.now,
        changed_at: work.now,
        look_at: new Date(work.now.getTime() + lookAgainMs),
      })
      .execute()
    return { id, ref: null, returnUrl }
  })

/** Ends a check that was abandoned more than a day ago. */
const endLeft = (work: Work, accountId: number) =>
  work.db
    .updateTable('identity_checks')
    .set({ status: 'abandoned', changed_at: work.now, look_at: null })
    .where('account_id', '=', accountId)
    .where('status', 'in', ['open', 'processing'])
    .execute()

const open = async (work: Work, provider: IdentityProvider, intent: Intent): Promise<Check> => {
  const found = intent.ref === null ? null : await provider.find(work, intent.ref)
  if (found !== null) return found
  const check = await provider.begin(work, {
    key: intent.id,
    reference: intent.id,
    returnUrl: intent.returnUrl,
  })
  await work.db
    .updateTable('identity_checks')
    .set({ external_id: check.ref })
    .where('id', '=', intent.id)
    .execute()
  return check
}

/** Refuses if the provider is unavailable; our own errors are thrown. */
const reach = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderUnreachable || error instanceof ProviderRefusal)
      return refuse('verifier_unreachable')
    throw error
  }
}

/** Looks up the check when the person returns from the provider. */
export const look = async (work: Work) => {
  const row = await work.db
    .selectFrom('identity_checks')
    .select(['id', 'external_id'])
    .where('account_id', '=', ownId(work))
    .where('status', 'in', ['open', 'processing'])
    .executeTakeFirst()
  if (row?.external_id) {
    // Without an answer the last known state stays; the webhook or the timer will update it.
    await lookAt(work, row.id, row.external_id).catch((error: unknown) => {
      if (!(error instanceof ProviderUnreachable)) throw error
      work.log.warn({ checkId: row.id }, 'identity provider did not answer')
    })
  }
  return view(work)
}

const lookAt = async (work: Work, id: string, ref: string): Promise<void> => {
  const check = await identityProviderOf(work.config)?.find(work, ref)
  if (check) await apply(work, id, check)
}

/**
 * Stores the provider's state of this check. Only a pending one moves, and only by its own news: repeated, late, reordered and foreign news
 * change nothing.
 */
export const apply = (work: Work, id: string, check: Check): Promise<void> =>
  inTransaction(work, async (work) => {
    const owner = await work.db
      .selectFrom('identity_checks')
      .select('account_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (owner === undefined || check.reference !== id) return
    // Accounts first, checks second: a changed address locks them in that order too.
    await lockKnown(work, owner.account_id)
    const moved = await work.db
      .updateTable('identity_checks')
      .set({
        status: check.status,
        reason: check.reason,
        changed_at: work.now,
        look_at: isDecided(check) ? null : new Date(work.now.getTime() + lookAgainMs),
      })
      .where('id', '=', id)
      .where('status', 'in', ['open', 'processing'])
      .returning('id')
      .executeTakeFirst()
    if (moved === undefined || !isDecided(check)) return
    if (check.status === 'approved') await confirmBiometric(work, owner.account_id)
    await publish(work, 'verification.check_decided', { checkId: id })
  })

const isDecided = ({ status }: Check) => status !== 'open' && status !== 'processing'

/** Checks without news: looked up, and after a day also ended at the provider. */
export const lookAtDue = async (work: Work): Promise<number> => {
  const provider = identityProviderOf(work.config)
  if (provider === null) return 0
  const due = await work.db
    .selectFrom('identity_checks')
    .select(['id', 'external_id', 'created_at', 'status'])
    .where('status', 'in', ['open', 'processing'])
    .where('look_at', '<=', work.now)
    .where('provider', '=', provider.name)
    .orderBy('look_at')
    .limit(maxAtOnce)
    .execute()
  return runIsolated(work, due, async (row) => {
    const isLeft = row.status === 'open' && work.now.getTime() - row.created_at.getTime() > dayMs
    // Never started at the provider: it cannot be passed.
    if (row.external_id === null) {
      const anonymous = { ref: '', reference: row.id, reason: null, url: null }
      return apply(work, row.id, { ...anonymous, status: isLeft ? 'abandoned' : 'open' })
    }
    if (isLeft) await provider.cancel(work, row.external_id)
    await lookAt(work, row.id, row.external_id)
  })
}
