/** Limits of a tip, at checkout and after the visit. */
import * as z from 'zod/mini'
import { shareOf } from '#contract/platform/money.ts'

export const minTipCents = 1_000
/** The absolute maximum, for expensive visits. */
export const maxOfAnyTipCents = 500_000
/** Prevents a mistaken tip above the visit's price; for a cheap visit, up to $100. */
export const maxTipCents = (totalCents: number) => Math.max(10_000, Math.min(totalCents, maxOfAnyTipCents))

const tipPercents = [10, 15, 20] as const

/** Suggested amounts, and the limits of a custom amount. */
export const TipChoice = z.object({
  presets: z.array(z.object({ percent: z.int(), amountCents: z.int() })),
  minCents: z.int(),
  maxCents: z.int(),
})
export type TipChoice = z.output<typeof TipChoice>

/** In whole pesos. */
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
