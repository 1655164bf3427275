/** Today's agenda stored on a device (web/parts/offline/saved-agenda.ts). */
import type { Page } from '@playwright/test'

/** Saved, with every script that the page has loaded so far, and the service worker that serves it is active. */
export const isSaved = (page: Page) =>
  page.evaluate(async () => {
    const cacheName = 'kalli-agenda'
    if ((await caches.match('/kept', { cacheName })) === undefined) return false
    const scripts = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.startsWith(`${location.origin}/assets/`))
    const saved = await Promise.all(
      scripts.map((name) => caches.match(name, { cacheName, ignoreVary: true })),
    )
    return navigator.serviceWorker.controller !== null && !saved.includes(undefined)
  })
