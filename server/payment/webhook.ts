/**
 * Webhooks of a processor. A webhook only triggers a reading: nothing in it reaches the ledger. It is recorded once, however often it
 * arrives, answered, and followed by reading the processor's own books.
 */
import { hourMs } from '#contract/platform/duration.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { lookAt } from '#server/payment/payout/onboarding.ts'
import { lookAgain } from '#server/payment/payout/payout.ts'
import { refresh } from '#server/payment/charge/payment.ts'
import { processorNamed, processorOf } from '#server/payment/processor/processor.ts'
import { ProviderUnreachable } from '#server/payment/provider/provider.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** A charge still unknown to us after this long was never ours. */
const forgetMs = 24 * hourMs
const maxAtOnce = 100

/** Refuses not_found for another provider, forbidden for an invalid or old signature. */
export const receive = async (
  work: Work,
  provider: string,
  headers: IncomingHttpHeaders,
  body: string,
): Promise<void> => {
  const processor = processorOf(work.config)
  if (processor.name !== provider) refuse('not_found')
  const { id, kind, objectRef } = (await processor.openEvent(work, headers, body)) ?? refuse('forbidden')
  if (objectRef === null) return
  const fresh = await work.db
    .insertInto('provider_events')
    .values({
      provider,
      external_id: id,
      kind,
      object_ref: objectRef,
      received_at: work.now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'external_id']).doNothing())
    .returning('external_id')
    .executeTakeFirst()
  if (fresh === undefined) return
  await follow(work, provider, { id, kind, objectRef }).catch((error: unknown) => {
    // It is recorded: a job reads again when the processor answers.
    if (!(error instanceof ProviderUnreachable)) throw error
    work.log.warn({ event: id }, 'card processor did not return the object of an event')
  })
}

/** Events that came too early or whose process died are processed again. */
export const followOpenEvents = async (work: Work): Promise<number> => {
  const open = await work.db
    .selectFrom('provider_events')
    .selectAll()
    .where('handled_at', 'is', null)
    .orderBy('received_at')
    .limit(maxAtOnce)
    .execute()
  return runIsolated(work, open, (row) => {
    const isForgotten = work.now.getTime() - row.received_at.getTime() > forgetMs
    const event = { id: row.external_id, kind: row.kind, objectRef: row.object_ref }
    return isForgotten ? close(work, row.provider, event) : follow(work, row.provider, event)
  })
}

/** A dispute's event may never come: the processor is queried for those of this many days, and for the state of open ones. */
const lookBackMs = 40 * 24 * hourMs

export const lookForDisputes = async (work: Work): Promise<number> => {
  const processor = processorOf(work.config)
  const found = await processor.disputedSince(work, new Date(work.now.getTime() - lookBackMs))
  const refs = found.map(({ ref }) => ref)
  const rows = await work.db
    .selectFrom('chargebacks')
    .select(['external_id', 'payment_id', 'state'])
    .where('provider', '=', processor.name)
    .where((where) =>
      where.or([where('state', '=', 'open'), where('external_id', '=', where.fn.any(where.val(refs)))]),
    )
    .execute()
  const known = new Set(rows.map(({ external_id }) => external_id))
  const missed = found.filter(({ ref }) => !known.has(ref))
  if (missed.length > 0)
    work.log.warn({ disputes: missed.map(({ ref }) => ref) }, 'dispute events were missed')
  const open = new Set(rows.filter(({ state }) => state === 'open').map(({ payment_id }) => payment_id))
  return (
    (await runIsolated(work, missed, ({ ref, chargeRef }) =>
      follow(work, processor.name, { id: ref, kind: 'dispute.found', objectRef: chargeRef }),
    )) + (await runIsolated(work, [...open], async (paymentId) => void (await refresh(work, paymentId))))
  )
}

/** Events of reversed refunds and transfers may never come; pending ones are read until they are not. */
export const lookForUnsettled = async (work: Work): Promise<number> => {
  const processor = processorOf(work.config)
  const found = await processor.unsettledSince(work, new Date(work.now.getTime() - lookBackMs))
  const { rows } = await sql<{ id: string }>`
    select id from payments where provider = ${processor.name} and (charge_ref = any(${found.chargeRefs}::text[])
      or refund_pending_since is not null or loose_cents > loose_back_cents)`.execute(work.db)
  return (
    (await runIsolated(work, rows, async ({ id }) => void (await refresh(work, id)))) +
    (await runIsolated(work, [...found.transferRefs], async (ref) => void (await lookAgain(work, ref))))
  )
}

type Event = { id: string; kind: string; objectRef: string }

const follow = async (work: Work, provider: string, event: Event): Promise<void> => {
  if (event.kind.startsWith('transfer.')) {
    if (await lookAgain(work, event.objectRef)) await close(work, provider, event)
    return
  }
  if (/^(account|capability)\./.test(event.kind)) {
    await lookAt(work, provider, event.objectRef)
    return close(work, provider, event)
  }
  const charge = await processorNamed(work.config, provider).find(work, event.objectRef)
  if (charge === null) return
  // Another payment to the same account, not ours.
  if (!z.safeParse(z.uuid(), charge.reference).success) return close(work, provider, event)
  // The processor stores our payment's id with the charge: so an event is understood even before the answer to our own call was recorded.
  const payment = await work.db
    .selectFrom('payments')
    .select(['id', 'charge_ref'])
    .where('id', '=', charge.reference)
    .executeTakeFirst()
  if (payment === undefined) return
  await refresh(work, payment.id)
  await close(work, provider, event)
}

const close = async (work: Work, provider: string, event: Event): Promise<void> => {
  await work.db
    .updateTable('provider_events')
    .set({ handled_at: work.now })
    .where('provider', '=', provider)
    .where('external_id', '=', event.id)
    .execute()
}
