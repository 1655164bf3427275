import { ownOrigin } from '#web/origin.ts'

/** The title of a screen that search engines do not index; the specific part (the tab, the date) comes first. */
export const screenHead = (...parts: readonly (string | undefined)[]) => ({
  meta: [{ title: [...parts.filter((part) => part !== undefined), 'Kalli'].join(' · ') }],
})

/** What search engines and link previews read of a public page; addresses are absolute. */
export const publicHead = (page: {
  title: string
  description: string
  /** Replaces the title followed by our name. */
  wholeTitle?: string
  /** From the first slash on. */
  path: string
  /** Drawn by the server, 1200 × 630. */
  picture?: string
  type?: 'website' | 'article' | 'profile'
  hidden?: boolean
  structured?: object
}) => {
  const origin = ownOrigin()
  const address = `${origin}${page.path}`
  const picture = `${origin}${page.picture ?? `/social/page${page.path}.png`}`
  const description = page.description.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
  return {
    meta: [
      { title: page.wholeTitle ?? `${page.title} · Kalli` },
      { name: 'description', content: description },
      { property: 'og:title', content: page.title },
      { property: 'og:description', content: description },
      { property: 'og:type', content: page.type ?? 'website' },
      { property: 'og:url', content: address },
      { property: 'og:image', content: picture },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: page.title },
      { name: 'twitter:card', content: 'summary_large_image' },
      ...(page.hidden === true ? [{ name: 'robots', content: 'noindex' }] : []),
      ...(page.structured === undefined ? [] : [{ 'script:ld+json': page.structured }]),
    ],
    links: [{ rel: 'canonical', href: address }],
  }
}
