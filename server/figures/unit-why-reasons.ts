/** Why a professional does not rent a unit on a day: pure, from their hours, their agreement and the rules of the space. */
import { minuteMs } from '#contract/platform/duration.ts'
import type { UnitReason } from '#contract/figures/unit-why.ts'
import { common, type Intervals } from '#server/availability/zone/intervals.ts'

/** The shortest visit. */
const minimumVisitMs = 30 * minuteMs

/** What is the same for all professionals. Times are epoch milliseconds of the one day. */
export type UnitGround = {
  readonly isPublished: boolean
  readonly isPayable: boolean
  readonly open: Intervals
  /** Neither claimed, closed nor the chair of a team member. */
  readonly free: Intervals
  /** The earliest time that may still be rented. */
  readonly soonest: number
  readonly minimumMs: number
  readonly categories: readonly string[]
  readonly level: number
  readonly documents: readonly string[]
  /** A professional who meets the rules rents instantly, without an agreement. */
  readonly isInstant: boolean
  readonly hourCents: number
  /** The upper end of the usual price of similar spaces; null: too few to compare with. */
  readonly usualCents: number | null
}

export type Candidate = {
  readonly works: Intervals
  readonly categories: readonly string[]
  readonly level: number
  /** Valid documents. */
  readonly documents: readonly string[]
  /** The most they pay for an hour, by their own rule. */
  readonly maxCents: number | null
  readonly agreement: {
    readonly isLive: boolean
    /** Empty: any. */
    readonly categories: readonly string[]
    /** The part of the day that it covers; null: whenever the space is open. */
    readonly covers: Intervals | null
    readonly hasHoursLeft: boolean
  } | null
}

/** All reasons that apply; empty: nothing keeps them out. */
export const reasonsFor = (ground: UnitGround, one: Candidate): UnitReason[] => [
  ...(ground.isPublished ? [] : (['unpublished'] as const)),
  ...(ground.isPayable ? [] : (['payout_missing'] as const)),
  ...timeReasons(ground, one),
  ...(one.agreement === null ? strangerReasons(ground, one) : agreementReasons(one, one.agreement)),
]

const longest = (intervals: Intervals): number => {
  let most = 0
  for (let at = 0; at < intervals.length; at += 2)
    most = Math.max(most, (intervals[at + 1] ?? 0) - (intervals[at] ?? 0))
  return most
}

/** While it is closed no other reason applies. */
const timeReasons = (ground: UnitGround, { works }: Candidate): UnitReason[] => {
  const there = common(works, ground.open)
  if (longest(there) < minimumVisitMs) return ['closed']
  const free = longest(common(there, ground.free))
  const coming = common(there, [ground.soonest, Infinity])
  return [
    ...(free < minimumVisitMs ? (['taken'] as const) : free < ground.minimumMs ? (['minimum'] as const) : []),
    ...(longest(coming) < minimumVisitMs ? (['notice'] as const) : []),
  ]
}

const strangerReasons = (ground: UnitGround, one: Candidate): UnitReason[] => {
  const fits =
    ground.categories.length === 0 || one.categories.some((category) => ground.categories.includes(category))
  const isAbove =
    one.maxCents === null
      ? ground.usualCents !== null && ground.hourCents > ground.usualCents
      : ground.hourCents > one.maxCents
  return [
    ...(fits ? [] : (['trade'] as const)),
    ...(one.level < ground.level ? (['level'] as const) : []),
    ...(ground.documents.every((kind) => one.documents.includes(kind)) ? [] : (['documents'] as const)),
    ...(ground.isInstant ? [] : (['no_agreement'] as const)),
    ...(isAbove ? (['price'] as const) : []),
  ]
}

/** Level, documents and price were checked when they agreed. */
const agreementReasons = (
  { works, categories }: Candidate,
  { isLive, covers, hasHoursLeft, ...agreed }: NonNullable<Candidate['agreement']>,
): UnitReason[] => {
  if (!isLive) return ['paused']
  const isForTrade =
    agreed.categories.length === 0 || categories.some((category) => agreed.categories.includes(category))
  if (!isForTrade) return ['no_agreement']
  const isCovered = covers === null || longest(common(works, covers)) >= minimumVisitMs
  return [...(isCovered ? [] : (['agreement_hours'] as const)), ...(hasHoursLeft ? [] : (['quota'] as const))]
}
