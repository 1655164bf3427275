/**
 * What an app prepared for its user: a signed link that carries the quote, opens for them alone, and works once, since confirming it
 * changes the quoted booking. Nothing is stored.
 */
import * as z from 'zod/mini'
import { Confirmation } from '#contract/assistant/confirmation.ts'
import { ownId } from '#server/account/profile.ts'
import { cancel } from '#server/booking/cancellation/cancellation.ts'
import { change } from '#server/booking/change/change.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

const Prepared = z.extend(Confirmation, {
  account: z.int(),
  version: z.int(),
  quote: z.string(),
})
type Prepared = z.output<typeof Prepared>

export const linkTo = (
  work: Pick<Work, 'tokens' | 'config' | 'viewer'>,
  prepared: Omit<Prepared, 'account'>,
): string => {
  const signed = work.tokens.sign(
    'confirmation',
    { ...prepared, account: work.viewer.accountId },
    new Date(prepared.expiresAt),
  )
  return `${work.config.publicUrl}/confirm?c=${signed}`
}

/** Refuses `confirmation_over` for one that is used, expired or forged, `not_found` for another person's. */
const open = async (work: Work, c: string): Promise<Prepared> => {
  const opened = z.safeParse(Prepared, work.tokens.open('confirmation', c, work.now))
  if (!opened.success) return refuse('confirmation_over')
  const prepared = opened.data
  if (prepared.account !== ownId(work)) return refuse('not_found')
  return prepared
}

export const present = async (work: Work, c: string) => {
  const { account: _account, quote: _quote, version, ...shown } = await open(work, c)
  const booking = await readAs(work, shown.bookingId, 'client')
  if (booking.version !== version) return refuse('confirmation_over')
  return shown
}

/** With the verbs of the screens, on the terms that were shown. */
export const confirm = async (work: Work, c: string) => {
  const { act, bookingId, quote, version } = await open(work, c)
  const booking = await readAs(work, bookingId, 'client')
  if (booking.version !== version) return refuse('confirmation_over')
  if (act === 'cancel') await cancel(work, bookingId, { quoteToken: quote, reason: '' })
  else await change(work, bookingId, { quoteToken: quote, note: '' })
  return { bookingId }
}
