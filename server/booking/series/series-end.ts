/** Moves of several visits of a series at once: the professional accepts all, the client cancels this and the following. */
import type * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import type { cancelSeries, Series, SeriesCancelQuote } from '#contract/booking/series/series.ts'
import { cancelWithin } from '#server/booking/cancellation/cancellation.ts'
import { clientQuote } from '#server/booking/cancellation/cancel-quote.ts'
import { endLink } from '#server/booking/series/link.ts'
import { lockById, mayMake } from '#server/booking/moves/move.ts'
import { type ViewerQuery, findFor } from '#server/booking/moves/party.ts'
import { acceptWithin } from '#server/booking/request/request.ts'
import { lockSeries, presentSeries, seriesIdOf, visitsOf } from '#server/booking/columns/series-row.ts'
import { execute } from '#server/payment/charge/payment.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { actingAs, inTransaction, type Work } from '#server/platform/work.ts'

/** For its client and its professional. Refuses not_found. */
export const readSeries = async (work: Work, id: string, viewer: ViewerQuery): Promise<Series> => {
  const { side } = await findFor(work, id, viewer)
  if (side === 'host') return refuse('not_found')
  return presentSeries(work, (await seriesIdOf(work, id)) ?? refuse('not_found'))
}

/** Accepts everything that waits for this professional, or nothing. Refuses as one request does. */
export const acceptSeries = async (work: Work, id: string): Promise<Series> => {
  await findFor(work, id, { as: 'professional' })
  const seriesId = (await seriesIdOf(work, id)) ?? refuse('not_found')
  const payments = await inTransaction(work, async (work) => {
    const request = (await visitsOf(work, seriesId)).filter(
      ({ status, professional_acceptance }) =>
        status === 'requested' && professional_acceptance === 'pending',
    )
    const started: (string | null)[] = []
    for (const { id, version } of request)
      started.push(await acceptWithin(work, id, { as: 'professional', version }))
    return started
  })
  for (const payment of payments) if (payment !== null) await execute(work, payment)
  return presentSeries(work, seriesId)
}

/** For this visit and the following ones that may still be cancelled: each with its own token, and the sum. */
export const cancelQuote = async (
  work: Work,
  id: string,
  viewer: ViewerQuery,
): Promise<z.input<typeof SeriesCancelQuote>> => {
  const { booking } = await findFor(work, id, { ...viewer, as: 'client' })
  const seriesId = (await seriesIdOf(work, id)) ?? refuse('not_found')
  const following = (await visitsOf(work, seriesId)).filter(
    (visit) =>
      visit.starts_at >= booking.starts_at &&
      visit.client_id === booking.client_id &&
      mayMake(visit, 'cancel_as_client', 'client', work.now).allowed,
  )
  if (following.length === 0) return refuse('move_not_allowed')
  const visits: z.input<typeof SeriesCancelQuote>['visits'] = []
  let expiresAt = ''
  for (const visit of following) {
    const quote = await clientQuote(work, visit)
    const { id, starts_at, zone } = visit
    const { feeCents, token } = quote
    // It is their own money: a client is always notified.
    const refundCents = quote.refundCents ?? 0
    visits.push({ id, startsAt: starts_at.toISOString(), zone, refundCents, feeCents, token })
    expiresAt = quote.expiresAt
  }
  return {
    visits,
    refundCents: visits.reduce((sum, quote) => sum + quote.refundCents, 0),
    feeCents: visits.reduce((sum, quote) => sum + quote.feeCents, 0),
    expiresAt,
  }
}

/** Exactly as quoted, in one transaction. Refuses not_found for a visit of another series, quote_expired, quote_changed. */
export const cancel = async (
  work: Work,
  id: string,
  { visits, reason, ...viewer }: ViewerQuery & Input<typeof cancelSeries>['body'],
): Promise<Series> => {
  const { booking } = await findFor(work, id, { ...viewer, as: 'client' })
  const seriesId = (await seriesIdOf(work, id)) ?? refuse('not_found')
  const own = new Set(
    (await visitsOf(work, seriesId))
      .filter(({ client_id }) => client_id === booking.client_id)
      .map((visit) => visit.id),
  )
  if (visits.some((visit) => !own.has(visit.id))) return refuse('not_found')
  // A visitor's link is for one visit; the others belong to the same client.
  const asClient = actingAs(work, { clientId: booking.client_id })
  const payments = await inTransaction(asClient, async (work) => {
    await lockSeries(work, seriesId)
    await requireAllThatFollow(work, seriesId, visits)
    await endHeld(work, seriesId)
    const started: (string | null)[] = []
    for (const visit of visits.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      started.push(await cancelWithin(work, visit.id, { as: 'client', quoteToken: visit.token, reason }))
    return started
  })
  crashPoint('committed-series-end')
  for (const payment of payments) if (payment !== null) await execute(work, payment)
  return presentSeries(work, seriesId)
}

/** "And the following" includes all: visits added since the quote require a new quote. */
const requireAllThatFollow = async (work: Work, seriesId: string, visits: readonly { id: string }[]) => {
  const chosen = new Set(visits.map(({ id }) => id))
  const all = await visitsOf(work, seriesId)
  const last = Math.max(...all.filter(({ id }) => chosen.has(id)).map(({ starts_at }) => starts_at.getTime()))
  const later = all.some(
    (visit) =>
      visit.starts_at.getTime() > last && mayMake(visit, 'cancel_as_client', 'client', work.now).allowed,
  )
  if (later) refuse('quote_changed')
}

/** Withdraws the dates that the professional proposed to add. */
const endHeld = async (work: Work, seriesId: string) => {
  const held = await work.db
    .selectFrom('booking_series_visits as own')
    .innerJoin('booking_links as link', 'link.booking_id', 'own.booking_id')
    .selectAll('link')
    .where('own.series_id', '=', seriesId)
    .whereRef('own.with_id', '=', 'own.booking_id')
    .where('link.answer', 'is', null)
    .execute()
  for (const link of held) {
    const booking = await lockById(work, link.booking_id)
    if (booking?.status !== 'held') continue
    await endLink(work, link, booking, { how: 'declined', by: 'client' })
    await publish(work, 'booking.link_answered', { linkId: link.id })
  }
}
