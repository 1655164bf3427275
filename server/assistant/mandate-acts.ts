/**
 * Actions of an app by mandate: the same verbs as in a browser, with a line in `mandate_uses` written in the binding transaction. Exceeding
 * a limit refuses the whole.
 */
import type {
  bookByMandate,
  cancelByMandate,
  changeByMandate,
  MandateAct,
} from '#contract/assistant/mandate.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import * as z from 'zod/mini'
import { ownId, profile } from '#server/account/profile.ts'
import { cancelWithin } from '#server/booking/cancellation/cancellation.ts'
import { Quoted as CancelQuoted } from '#server/booking/cancellation/cancel-quote.ts'
import { change } from '#server/booking/change/change.ts'
import { book } from '#server/booking/checkout/pay.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { list as ownCards } from '#server/payment/charge/own-card.ts'
import { execute } from '#server/payment/charge/payment.ts'
import { Refusal, refuse, refuseOn } from '#server/platform/refuse.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** The mandate of the calling app. Only an app has one. */
const mandateOf = async (work: Work): Promise<string> => {
  const { credential } = work.viewer
  if (credential?.kind !== 'app') return refuse('mandate_missing')
  const row = await work.db
    .selectFrom('mandates as m')
    .innerJoin('oauth_grants as g', 'g.app_id', 'm.app_id')
    .select('m.id')
    .where('g.id', '=', credential.id.replace(/^app\./, ''))
    .where('g.account_id', '=', ownId(work))
    .where('m.account_id', '=', ownId(work))
    .where('m.revoked_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? refuse('mandate_missing')
}

type Use = { act: MandateAct; bookingId: string; quote: string; amountCents: number }

/** In the transaction of its action. Refuses `mandate_over`, `mandate_act`, `mandate_each`, `mandate_total`. */
const spend = async (work: Work, mandateId: string, { act, bookingId, quote, amountCents }: Use) => {
  await work.db
    .insertInto('mandate_uses')
    .values({
      mandate_id: mandateId,
      booking_id: bookingId,
      act,
      quote_hash: hashToken(quote),
      amount_cents: amountCents,
      at: work.now,
    })
    .onConflict((same) => same.doNothing())
    .execute()
    .catch((error: unknown) =>
      refuseOn(error, {
        mandate_over: 'mandate_over',
        mandate_act: 'mandate_act',
        mandate_each: 'mandate_each',
        mandate_total: 'mandate_total',
      }),
    )
}

/** Paid with the card that was saved last; the whole price counts, including what is charged later. */
export const bookAs = async (work: Work, { body }: Input<typeof bookByMandate>) => {
  const mandateId = await mandateOf(work)
  const [own, cards] = [await profile(work), await ownCards(work)]
  const card = cards.find(({ isExpired }) => !isExpired) ?? refuse('mandate_card_missing')
  const { viewToken: _, ...booking } = await book(
    work,
    {
      holdId: body.holdId,
      quoteHash: body.quoteHash,
      contact: {
        firstName: own.firstName,
        lastName: own.lastName,
        email: own.email,
        phone: own.phone ?? '',
      },
      companions: [],
      adult: false,
      payment: { method: 'kept_card', cardId: card.id, creditCents: 0, tipCents: 0, whole: false },
    },
    (work, { id, total_cents: amountCents }) =>
      spend(work, mandateId, { act: 'book', bookingId: id, quote: body.quoteHash, amountCents }),
  )
  return booking
}

/** The cost of cancelling counts. */
export const cancelAs = async (work: Work, { body }: Input<typeof cancelByMandate>) => {
  const mandateId = await mandateOf(work)
  const { bookingId, quoteToken, reason } = body
  const opened = z.safeParse(CancelQuoted, work.tokens.open('cancel-quote', quoteToken, work.now))
  if (!opened.success) return refuse('quote_expired')
  const amountCents = opened.data.feeCents
  const paymentId = await inTransaction(work, async (work) => {
    const paymentId = await cancelWithin(work, bookingId, { as: 'client', quoteToken, reason })
    await spend(work, mandateId, { act: 'cancel', bookingId, quote: quoteToken, amountCents })
    return paymentId
  })
  if (paymentId !== null) await execute(work, paymentId)
  return readAs(work, bookingId, 'client')
}

/** The additional cost counts, with its fee. */
export const changeAs = async (work: Work, { body }: Input<typeof changeByMandate>) => {
  const mandateId = await mandateOf(work)
  const { bookingId, quoteToken, note } = body
  const use = { act: 'change', bookingId, quote: quoteToken } as const
  try {
    return await change(work, bookingId, { quoteToken, note }, (work, { as, ...said }) => {
      if (as !== 'client') return refuse('quote_expired')
      const amountCents = Math.max(0, said.differenceCents + said.feeCents)
      return spend(work, mandateId, { ...use, amountCents })
    })
  } catch (error) {
    // Nothing moved and nothing was charged.
    if (error instanceof Refusal && error.code === 'change_card_declined') await unspend(work, mandateId, use)
    throw error
  }
}

const unspend = (work: Work, mandateId: string, use: Omit<Use, 'amountCents'>) =>
  work.db
    .deleteFrom('mandate_uses')
    .where('mandate_id', '=', mandateId)
    .where('booking_id', '=', use.bookingId)
    .where('act', '=', use.act)
    .where('quote_hash', '=', hashToken(use.quote))
    .execute()
