import type { Page, Request } from '@playwright/test'

type Traffic = { underWay: Set<Request>; lastAt: number }
const traffics = new WeakMap<Page, Traffic>()

/** Watches every page of every journey, from its first request on (test.ts). */
export const watchTraffic = (page: Page) => {
  const traffic: Traffic = { underWay: new Set(), lastAt: Date.now() }
  traffics.set(page, traffic)
  const ended = (request: Request) => {
    if (traffic.underWay.delete(request)) traffic.lastAt = Date.now()
  }
  page.on('request', (request) => {
    // An event stream never ends.
    if (request.resourceType() !== 'eventsource') traffic.underWay.add(request)
  })
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
}

/**
 * A page sends its next requests at once after a response or hydration. Playwright's own `networkidle` waits for half a second each time,
 * which was an eighth of all journeys' time.
 */
const quietMs = 100

/**
 * The page is interactive (web/pre-hydration.ts; pages without scripts at once) and has loaded its data. An idle network alone proves
 * nothing: it is also idle before the scripts are even requested.
 */
export const ready = async (page: Page) => {
  await page.waitForFunction(() => window.kalliEarly?.alive ?? true, undefined, { timeout: 20_000 })
  const aliveAt = Date.now()
  const traffic = traffics.get(page)
  if (traffic === undefined) throw new Error('a page that the journeys’ own test (test.ts) did not see open')
  const isQuiet = () =>
    traffic.underWay.size === 0 && Date.now() - Math.max(traffic.lastAt, aliveAt) >= quietMs
  // A page that polls (bells, holds) is never quite idle: then its content counts.
  while (!isQuiet() && Date.now() - aliveAt < 5_000)
    await new Promise((resolve) => setTimeout(resolve, quietMs / 5))
}
