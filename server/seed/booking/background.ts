import type { Settled } from '#server/seed/people/people.ts'

/** Hosts whose figures a demo account can see: the demo's host, and the masseuse who also rents out her cabin. */
const demoHosts = [1, 7]
/** As many as the small demo data has, which is the same as these people in the large. */
const alwaysFull = 60

/**
 * No demo account sees this professional's books: only their free hours and their reviews show. They have fewer past visits, and
 * most of these a review; each visit is forty rows to load and to verify.
 */
export const isBackground = ({ draft, agreements }: Settled) =>
  draft.id > alwaysFull && !agreements.some(({ space }) => demoHosts.includes(space.hostId))

/** Of the past visits of such a professional. */
export const backgroundShare = 0.55

/** How many visits have a review of the professional: about as many reviews in both cases. */
export const reviewedShare = (settled: Settled) => (isBackground(settled) ? 0.95 : 0.6)
