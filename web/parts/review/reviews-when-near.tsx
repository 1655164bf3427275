import { createIsomorphicFn } from '@tanstack/react-start'
import { lazy, Suspense } from 'react'
import type { ComponentProps } from 'react'
import { Reviews as ReviewsNow } from '#web/parts/review/reviews.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { nearing } from '#web/ui/page/still.tsx'

const id = 'resenas'

const reviewsLater = lazy(async () => {
  await nearing(id)
  return { default: (await import('#web/parts/review/reviews.tsx')).Reviews }
})
/** Rendered by the server; its code loads when it comes near the viewport. */
const Reviews = createIsomorphicFn()
  .server(() => ReviewsNow)
  .client(() => reviewsLater)()

export const ReviewsWhenNear = ({ title, ...of }: ComponentProps<typeof ReviewsNow> & { title: string }) => (
  <Section title={title} id={id}>
    <Suspense>
      <Reviews {...of} />
    </Suspense>
  </Section>
)
