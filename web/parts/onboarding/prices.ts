/** The suggested prices for a new professional: those of the zone where enough others offer the same, else the template's. */
import type { Category } from '#contract/professional/categories.ts'
import type { UsualPrice } from '#contract/service/usual-prices.ts'
import { templates } from '#web/parts/service/templates.ts'

/** The lowest template price of these categories, in centavos: the profile's price before it has a service. */
export const cheapest = (categories: readonly Category[]): number =>
  Math.min(...categories.flatMap((category) => templates[category].map(({ priceCents }) => priceCents)))

/** Compared without case and accents, as the server groups them. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()

export const isSame = (one: string, other: string) => folded(one) === folded(other)

export const inZone = (name: string, prices: readonly UsualPrice[]): UsualPrice | undefined =>
  prices.find((one) => isSame(one.name, name))

const tenPesos = 10_00
/** The median of the zone, rounded to ten pesos; else the template's price. */
export const startPrice = (templateCents: number, usual: UsualPrice | undefined): number =>
  usual === undefined
    ? templateCents
    : Math.max(tenPesos, Math.round(usual.middleCents / tenPesos) * tenPesos)
