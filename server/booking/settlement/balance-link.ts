/**
 * The rest of a visit's price can be paid by the holder of a link, which its professional shows or sends; it opens nothing else. Stores
 * nothing: the link itself says what it is for.
 */
import * as z from 'zod/mini'
import type {
  BalanceToPay,
  balanceLink,
  payByLink as payEndpoint,
} from '#contract/booking/settlement/balance.ts'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { Uuid } from '#contract/platform/shapes.ts'
import { payBy } from '#server/booking/settlement/balance.ts'
import { upfrontFor } from '#server/booking/columns/balance.ts'
import { findShown } from '#server/booking/summary/present.ts'
import { lockById } from '#server/booking/moves/move.ts'
import { findFor } from '#server/booking/moves/party.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

const kind = 'pay-balance'
const Linked = z.object({ id: Uuid })
/** Long enough to be found again in a chat. */
const linkDays = 30

/** Refuses not_found, and move_not_allowed when nothing is due. */
export const linkOf = async (work: Work, id: string): Promise<z.input<(typeof balanceLink)['reply']>> => {
  const { booking } = await findFor(work, id, { as: 'professional' })
  if (booking.balance_cents === 0 || booking.completed_at === null) return refuse('move_not_allowed')
  const until = new Date(work.now.getTime() + linkDays * dayMs)
  return { token: work.tokens.sign(kind, { id }, until), until: until.toISOString() }
}

const opened = (work: Work, token: string): string => {
  const linked = z.safeParse(Linked, work.tokens.open(kind, token, work.now))
  return linked.success ? linked.data.id : refuse('not_found')
}

/** Refuses not_found for no link of ours, or one that is over. */
export const readByLink = async (work: Work, token: string): Promise<z.input<typeof BalanceToPay>> => {
  const shown = (await findShown(work, opened(work, token))) ?? refuse('not_found')
  const upfront = upfrontFor(shown, 'client', work.now) ?? refuse('not_found')
  return {
    service: shown.service_name,
    startsAt: shown.starts_at.toISOString(),
    zone: shown.zone,
    professionalName: `${shown.professional_first_name} ${shown.professional_last_name}`,
    balanceCents: upfront.balanceCents,
    state: upfront.state === 'asked' || upfront.state === 'due' ? upfront.state : 'paid',
    reason: upfront.may.reason,
    actionUrl: upfront.actionUrl,
  }
}

/** Refuses as `readByLink`, move_not_allowed with the reason, card_declined. */
export const payByLink = async (
  work: Work,
  token: string,
  { cardToken }: Input<typeof payEndpoint>['body'],
): Promise<z.input<typeof BalanceToPay>> => {
  const id = opened(work, token)
  await payBy(work, id, async (work) => ({
    booking: (await lockById(work, id)) ?? refuse('not_found'),
    card: { token: cardToken },
    returnPath: `/bookings/${token}/pay`,
  }))
  return readByLink(work, token)
}
