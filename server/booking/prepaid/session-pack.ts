/**
 * Sessions of a service bought together by a client: paid by card at once, used by visits, expiring at their end. Their money is a payment;
 * every visit takes its part of it, so the balance is what is left there. docs/booking/session-packs.md.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import { Service } from '#contract/service/service.ts'
import type { buySessionPack, SessionPackOffers } from '#contract/booking/prepaid/session-pack.ts'
import { clientOf } from '#server/booking/contact/client.ts'
import { isCharged } from '#server/payment/ledger/part.ts'
import { execute, read as readPayment } from '#server/payment/charge/payment.ts'
import { prepare } from '#server/payment/charge/charge-start.ts'
import { idOfCall } from '#server/platform/http/call-id.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'
import { sellingTermsAt } from '#server/pricing/pricing.ts'
import { type View, one } from '#server/booking/prepaid/session-pack-view.ts'
import { lock, change } from '#server/booking/prepaid/session-pack-row.ts'

/** Refuses not_found, own_service, price_changed when its professional changed it, card_declined. With 3-D Secure answers the address. */
export const buy = async (
  work: Work,
  { params, body }: Pick<Input<typeof buySessionPack>, 'params' | 'body'>,
): Promise<View> => {
  const accountId = work.viewer.accountId ?? refuse('not_found')
  const service = await offeredAt(work, params.id)
  const pack = service.packs.find(({ id }) => id === body.pack) ?? refuse('not_found')
  if (isOwn(work.viewer.professionalId, service.professionalId)) return refuse('own_service')
  if (pack.priceCents !== body.priceCents)
    return refuse('price_changed', { oldTotalCents: body.priceCents, newTotalCents: pack.priceCents })
  const me = await work.db
    .selectFrom('accounts')
    .select(['first_name', 'last_name', 'email', 'phone'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const id = idOfCall(work, 'session pack')
  const terms = await sellingTermsAt(work, {
    professionalId: service.professionalId,
    spaceId: null,
    at: work.now,
  })
  const prepared = await inTransaction(work, async (work) => {
    const clientId = await clientOf(work, {
      firstName: me.first_name,
      lastName: me.last_name,
      email: me.email,
      phone: me.phone ?? '',
    })
    const fresh = await work.db
      .insertInto('session_packs')
      .values({
        id,
        status: 'awaiting_payment',
        client_id: clientId,
        professional_id: service.professionalId,
        service_id: params.id,
        sessions: pack.sessions,
        price_cents: pack.priceCents,
        single_cents: Math.max(service.priceCents, Math.ceil(pack.priceCents / pack.sessions)),
        validity_days: pack.validityDays,
        terms: JSON.stringify(terms),
        created_at: work.now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    // The earlier request was cut off after this, and is retried.
    if (fresh === undefined) return ((await readPayment(work, id)) ?? refuse('payment_in_progress')).id
    return prepare(work, {
      bookingId: id,
      amountCents: pack.priceCents,
      startsAt: work.now,
      token: body.cardToken,
      returnPath: '/my-bookings?tab=wallet',
    })
  })
  await execute(work, prepared)
  await followSessionPack(work, id)
  const bought = await one(work, id)
  return bought.status === 'failed'
    ? refuse('card_declined', { failure: bought.payment?.failure ?? null })
    : bought
}

/** Refuses not_found. */
export const offers = async (work: Work, serviceId: number): Promise<SessionPackOffers> => {
  const { name, durationMinutes, professional, professionalId, priceCents, packs } = await offeredAt(
    work,
    serviceId,
  )
  return {
    service: { id: serviceId, name, durationMinutes },
    professional: { id: professionalId, name: professional },
    singleCents: priceCents,
    packs,
  }
}

/** A service that every client may book, of a professional who accepts visits now. */
const offeredAt = async (work: Work, serviceId: number) => {
  const row = await work.db
    .selectFrom('services')
    .innerJoin('professionals', 'professionals.id', 'services.professional_id')
    .select([
      'services.name',
      'services.duration_minutes as durationMinutes',
      'services.packs',
      'services.price_cents',
      'services.professional_id',
      sql<string>`concat_ws(' ', professionals.first_name, professionals.last_name)`.as('professional'),
    ])
    .where('services.id', '=', serviceId)
    .where('services.visibility', '<>', 'hidden')
    .where('services.archived_at', 'is', null)
    .where('professionals.status', '=', 'published')
    .executeTakeFirst()
  if (row === undefined) return refuse('not_found')
  return {
    ...row,
    packs: z.parse(Service.shape.packs, row.packs),
    priceCents: row.price_cents,
    professionalId: row.professional_id,
  }
}

/** Brings a pack in line with its payment; ignores other payments. Also what the job on `payment.changed` does. */
export const followSessionPack = (work: Work, id: string): Promise<void> =>
  inTransaction(work, async (work) => {
    const pack = await lock(work, id)
    if (pack?.status !== 'awaiting_payment') return
    const payment = await readPayment(work, id)
    if (payment?.status === 'failed') await change(work, pack, 'fail')
    if (payment === null || !isCharged(payment)) return
    await change(work, pack, 'confirm')
    await publish(work, 'session_pack.bought', { packId: id })
  })
