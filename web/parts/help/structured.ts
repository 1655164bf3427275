import type { Audience } from '#web/parts/help/articles.ts'
import { findArticles, textOf } from '#web/parts/help/search.ts'

/** Structured data of a page of questions for search engines (schema.org). */
export const questionsOf = (audience?: Audience) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: findArticles('', audience).map((one) => ({
    '@type': 'Question',
    name: one.title,
    acceptedAnswer: { '@type': 'Answer', text: one.blocks.map(textOf).join(' ') },
  })),
})
