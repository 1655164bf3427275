/** The price of a held visit by payment method: line by line, today, later, and who receives it. Pure: each amount is the server's. */
import type { Hold } from '#contract/booking/hold.ts'
import type { Quote } from '#contract/booking/parts.ts'
import { nameOr } from '#contract/platform/persons.ts'
import { packLabel } from '#contract/pricing/price-names.ts'
import { shownLines } from '#contract/pricing/shown-price.ts'
import type { UsablePack } from '#contract/booking/prepaid/session-pack.ts'

/** The payment: the part covered by credit, and a promised tip. */
export type HeldPay = {
  creditCents: number
  byCard: boolean
  /** A part today and the balance after the visit, where required; by card only. */
  inTwo: boolean
  tipCents: number
  /** One of its sessions pays for the visit; null: no pack does. */
  pack: Pick<UsablePack, 'worthCents' | 'goesTo' | 'policy'> | null
}
type Held = Pick<Hold, 'quote' | 'people' | 'upfront'> & { policy: Pick<Hold['policy'], 'text'> }

export const compositionOf = (hold: Held, { creditCents, byCard, inTwo, pack }: HeldPay) => {
  const { totalCents, goesTo } = hold.quote
  if (pack !== null)
    return {
      lines: [...linesOf(hold), { label: packLabel, amountCents: -totalCents }],
      total: { label: 'Hoy', amountCents: 0 },
      inTwo: null,
      // Each party has its share of the session's price.
      shares: { goesTo: pack.goesTo, of: 'Lo que vale tu sesión', totalCents: pack.worthCents },
      policy: pack.policy,
    }
  const upfront = inTwo ? hold.upfront : null
  const used = creditCents === 0 ? [] : [{ label: 'Tu saldo a favor', amountCents: -creditCents }]
  return {
    lines: [...linesOf(hold), ...used],
    total: {
      label: creditCents === 0 ? 'Total' : byCard ? 'Con tu tarjeta' : 'Por pagar',
      amountCents: totalCents - creditCents,
    },
    inTwo: upfront === null ? null : { ...upfront, nowCents: upfront.nowCents - creditCents },
    shares: { goesTo, of: 'Lo que pagas', totalCents },
    policy: hold.policy.text,
  }
}

/** With several people each line names its person. */
const linesOf = ({ quote, people }: Held) =>
  shownLines<Quote['lines'][number]>(quote.lines).map(
    ({ label, amountCents, person }: Quote['lines'][number]) => ({
      label:
        person === undefined
          ? label
          : `${nameOr(people?.find((one) => one.person === person)?.firstName, person)} · ${label}`,
      amountCents,
    }),
  )
