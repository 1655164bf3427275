/**
 * Webhook messages about subjects other than bookings: after an event of the typed map the subject is read in its current state, for its
 * current owners, and enqueued once. One at a time, so that the versions of a subject only grow.
 */
import { sql } from 'kysely'
import type { MatterEvent } from '#contract/webhook/matter.ts'
import { webhookRetryHours } from '#contract/webhook/webhook.ts'
import { hourMs } from '#contract/platform/duration.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'
import { invitation, readers, type Reading } from '#server/webhook/matter-read.ts'
import { wake } from '#server/webhook/sending.ts'

/** Nothing is read unless some webhook subscribes to it, on or off. */
const listens = async (work: Work, event: MatterEvent): Promise<boolean> => {
  const { rows } = await sql`select 1 from webhooks where ${event} = any (events) limit 1`.execute(work.db)
  return rows.length > 0
}

type Read = ReturnType<Reading<MatterEvent>>

const queue =
  <Payload>(event: MatterEvent, read: (payload: Payload) => Read) =>
  async (work: Work, payload: Payload): Promise<void> => {
    if (!(await listens(work, event))) return
    const { about } = read(payload)
    const added = await inTransaction(work, async (work) => {
      await lockName(work, `webhooks:${about}`)
      return insert(work, event, about, await read(payload).rows(work))
    })
    if (added > 0) await wake(work)
  }

type Rows = Awaited<ReturnType<Read['rows']>>

const insert = async (work: Work, event: MatterEvent, about: string, rows: Rows): Promise<number> => {
  let added = 0
  for (const { professionalId, hostId, key, facts } of rows) {
    const ends = new Date(work.now.getTime() + webhookRetryHours * hourMs)
    const { numAffectedRows = 0n } = await sql`
      insert into webhook_messages (id, webhook_id, event, about, dedupe_key, facts, happened_at, state, next_at, ends_at)
      select uuidv7(), hook.id, ${event}, ${about}, ${`${event}:${about}:${key}`}, ${JSON.stringify(facts)}::jsonb, ${work.now},
        case when hook.off_at is null then 'pending' else 'failed' end,
        case when hook.off_at is null then ${work.now}::timestamptz end, case when hook.off_at is null then ${ends}::timestamptz end
      from (select id, account_id, events, off_at from webhooks where professional_id = ${professionalId}::bigint
        union all select id, account_id, events, off_at from webhooks where host_id = ${hostId}::bigint) hook
      join accounts owner on owner.id = hook.account_id
      where owner.suspended_at is null and ${event} = any (hook.events)
      on conflict do nothing`.execute(work.db)
    added += Number(numAffectedRows)
  }
  return added
}

export const matterJobs: readonly Job[] = [
  subscribe('payment.changed', 'webhook.tell.payment', queue('payment.changed', readers['payment.changed'])),
  subscribe('payout.paid', 'webhook.tell.payout', queue('payout.paid', readers['payout.paid'])),
  subscribe('payout.returned', 'webhook.tell.returned', queue('payout.returned', readers['payout.returned'])),
  subscribe(
    'rent_charge.changed',
    'webhook.tell.rent_charge',
    queue('rent_charge.changed', readers['rent_charge.changed']),
  ),
  subscribe('tip.changed', 'webhook.tell.tip', queue('tip.changed', readers['tip.changed'])),
  subscribe('deposit.changed', 'webhook.tell.deposit', queue('deposit.changed', readers['deposit.changed'])),
  subscribe('dispute.changed', 'webhook.tell.dispute', queue('dispute.changed', readers['dispute.changed'])),
  subscribe('invitation.sent', 'webhook.tell.invitation_sent', queue('invitation.sent', invitation)),
  // Invited by email: only the host receives it.
  subscribe(
    'invitation.addressed',
    'webhook.tell.invitation_addressed',
    queue('invitation.sent', invitation),
  ),
  subscribe('invitation.moved', 'webhook.tell.invitation', queue('invitation.moved', invitation)),
  subscribe(
    'application.changed',
    'webhook.tell.application',
    queue('application.changed', readers['application.changed']),
  ),
  subscribe(
    'agreement.made',
    'webhook.tell.agreement_made',
    queue('agreement.made', readers['agreement.made']),
  ),
  subscribe(
    'agreement.changed',
    'webhook.tell.agreement',
    queue('agreement.changed', readers['agreement.changed']),
  ),
  subscribe('member.changed', 'webhook.tell.member', queue('member.changed', readers['member.changed'])),
  subscribe(
    'review.published',
    'webhook.tell.review',
    queue('review.published', readers['review.published']),
  ),
  subscribe(
    'conversation.waits',
    'webhook.tell.conversation',
    queue('conversation.waits', readers['conversation.waits']),
  ),
]
