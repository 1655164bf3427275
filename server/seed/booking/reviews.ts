import { minuteMs } from '#contract/platform/duration.ts'
import type pg from 'pg'
import { reviewTexts, spaceReviewTexts } from '#server/seed/people/catalogue.ts'
import { reviewedShare } from '#server/seed/booking/background.ts'
import { table } from '#server/seed/people/copy.ts'
import type { Past } from '#server/seed/booking/past.ts'
import type { Chance } from '#server/seed/people/random.ts'

export const openReviews = () => ({
  reviews: table('reviews', [
    'booking_id',
    'author',
    'subject',
    'professional_id',
    'space_id',
    'score',
    'text',
    'author_first_name',
    'service_name',
    'created_at',
  ]),
})

/** Three of five visits, or more, have a review of the professional; each professional reviews one space where they worked. */
export const writeReviews = (
  tables: ReturnType<typeof openReviews>,
  past: Past,
  reported: Set<string>,
  now: number,
) => {
  const { rng, appointment, at } = past
  if (at.completed === null) return
  const { settled, agreement, offer } = appointment
  // None is written in the future.
  const writtenAt = new Date(Math.min(at.completed + rng.whole(20, 1200) * minuteMs, now))
  if (rng.happens(reviewedShare(settled))) {
    const score = drawScore(rng, settled.draft.verificationLevel)
    tables.reviews.add(
      past.id,
      'client',
      'professional',
      settled.draft.id,
      null,
      score,
      rng.happens(0.8) ? rng.pick(reviewTexts[score]) : '',
      past.client.firstName,
      offer.name,
      writtenAt,
    )
  }
  if (agreement === null) return
  const known = `${settled.draft.id} ${agreement.space.id}`
  if (!reported.has(known) && rng.happens(0.4)) {
    reported.add(known)
    const score = drawScore(rng, 2)
    tables.reviews.add(
      past.id,
      'professional',
      'space',
      null,
      agreement.space.id,
      score,
      rng.pick(spaceReviewTexts[score]),
      settled.draft.firstName,
      null,
      writtenAt,
    )
  }
}

const drawScore = (rng: Chance, level: number): 3 | 4 | 5 => {
  const fives = 0.78 + level * 0.05
  return rng.happens(fives) ? 5 : rng.happens(0.82) ? 4 : 3
}

/** Computes the ratings on cards from the reviews. */
export const rate = async (client: pg.Client) => {
  for (const subject of ['professional', 'space'])
    await client.query(`
      update ${subject}s set rating = scored.rating, review_count = scored.count
      from (select ${subject}_id as id, round(avg(score), 2) as rating, count(*)::int as count
            from reviews where subject = '${subject}' group by 1) scored
      where scored.id = ${subject}s.id`)
}
