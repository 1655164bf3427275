/** How much a tip may be, for who promises one when paying and for who gives one afterwards. */
import * as z from 'zod/mini'
import { shareOf } from '#contract/platform/money.ts'

export const minTipCents = 1_000
/** Of a dear visit. */
export const maxOfAnyTipCents = 500_000
/** Prevents a mistaken tip above the visit's cost; of a cheap one, up to $100. */
export const maxTipCents = (totalCents: number) => Math.max(10_000, Math.min(totalCents, maxOfAnyTipCents))

const tipPercents = [10, 15, 20] as const

/** What is offered, and between what limits an amount of one's own lies. */
export const TipChoice = z.object({
  presets: z.array(z.object({ percent: z.int(), amountCents: z.int() })),
  minCents: z.int(),
  maxCents: z.int(),
})
export type TipChoice = z.output<typeof TipChoice>

/** In whole pesos, as people give. */
export const tipChoice = (totalCents: number): TipChoice => ({
  presets: tipPercents.map((percent) => ({
    percent,
    amountCents: Math.min(
      maxTipCents(totalCents),
      Math.max(minTipCents, Math.round(shareOf(totalCents, percent * 100) / 100) * 100),
    ),
  })),
  minCents: minTipCents,
  maxCents: maxTipCents(totalCents),
})
