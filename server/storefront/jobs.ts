import type { Job } from '#server/platform/jobs.ts'
import { makeDueFeeds } from '#server/storefront/feed.ts'

export const jobs: readonly Job[] = [
  { every: '25 * * * *', name: 'storefront.make_feeds', run: makeDueFeeds },
]
