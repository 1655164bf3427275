/**
 * Today's agenda of the signed-in professional, stored on this device for offline use; the service worker (web/public/sw.js) reads it.
 * Nothing of other days, users or pages. docs/web/offline.md.
 */
import { calendar } from '#contract/booking/agenda/calendar.ts'
import { address } from '#web/api.ts'
import { loadDayParts } from '#web/parts/offline/day-parts.ts'
import { agendaCache } from '#web/session.ts'

/** Whether the browser can store pages; not over plain http. */
export const mayKeep = () => 'caches' in window && 'serviceWorker' in navigator

type Saved = { person: number; zone: string; date: string }
type Today = Saved & {
  /** The URL of the data, and the data. */
  from: string
  data: object
}

const pages = ['/professional-appointments', '/professional-calendar-advanced?view=day']

/** When the data was stored, if it comes from the device and not over the network. */
export const savedAtOf = (data: object): string | null =>
  'savedAt' in data && typeof data.savedAt === 'string' ? data.savedAt : null

/** A stored page has old data: it is refetched, from the network or from what was stored last. */
export const isSavedPage = () => document.documentElement.dataset['kept'] !== undefined

/** Serialized, because two screens of one visit store the same data. */
let last: Promise<void> = Promise.resolve()
export const keepToday = (today: Today, user: object): Promise<void> => {
  // A failure (no space, private mode) matters only offline.
  last = last
    .then(() => keep(today, user))
    .catch(() => undefined)
    .finally(forgetParts)
  return last
}

/** The user signed out meanwhile, or the first page could not be fetched: without the marker the rest is deleted. */
const forgetParts = async () => {
  if ((await caches.match('/kept', { cacheName: agendaCache })) === undefined)
    await caches.delete(agendaCache)
}

const keep = async ({ person, zone, date, from, data }: Today, user: object) => {
  await navigator.serviceWorker.register('/sw.js')
  const about = { person, zone, date }
  const before = await caches.match('/kept', { cacheName: agendaCache })
  const isSame = before !== undefined && JSON.stringify(await before.json()) === JSON.stringify(about)
  if (!isSame) await caches.delete(agendaCache)
  const cache = await caches.open(agendaCache)
  await cache.put('/api/auth/user', Response.json(user))
  await cache.put(from, marked(data))
  if (!isSame) {
    const day = address(calendar, { query: { from: date, to: date } })
    if (from !== day) await keepAnswer(cache, day)
    for (const page of pages) await keepPage(cache, page)
  }
  await loadDayParts()
  await keepFiles(cache)
  // Written last: without it nothing else is read, so what is read is complete.
  if (!isSame) await cache.put('/kept', Response.json(about))
}

/**
 * Stores scripts that load after the page, or on demand: without one of them, buttons would be shown and not react. Returns a function that
 * stops it.
 */
export const keepComing = (): (() => void) => {
  // Each file once: fetching it to store it is itself a load, and may itself fail.
  const known = new Set<string>()
  const seen = new PerformanceObserver((list) => {
    const fresh = list.getEntries().filter(({ name }) => name.startsWith(assets()) && !known.has(name))
    for (const { name } of fresh) known.add(name)
    if (fresh.length > 0)
      last = last
        .then(keepMoreFiles)
        .catch(() => undefined)
        .finally(forgetParts)
  })
  seen.observe({ type: 'resource' })
  return () => seen.disconnect()
}

const keepMoreFiles = async () => {
  if ((await caches.match('/kept', { cacheName: agendaCache })) === undefined) return
  await keepFiles(await caches.open(agendaCache))
}

const marked = (data: object) => Response.json({ ...data, savedAt: new Date().toISOString() })

const keepAnswer = async (cache: Cache, from: string) => {
  const answer = await fetch(from, { headers: { accept: 'application/json' } })
  if (answer.ok) await cache.put(from, marked(await answer.json()))
}

const keepPage = async (cache: Cache, page: string) => {
  const answer = await fetch(page, { headers: { accept: 'text/html' } })
  if (!answer.ok || answer.redirected) throw new Error(`${page} cannot be kept`)
  const html = (await answer.text()).replace('<html', `<html data-kept="${new Date().toISOString()}"`)
  // With its content security policy, whose nonce is in the page.
  await cache.put(page, new Response(html, { headers: answer.headers }))
}

const maxLoaded = 2_000

/** Scripts and fonts: those that this page has loaded, and those that the stored pages need. File names have content hashes. */
const keepFiles = async (cache: Cache) => {
  // By default a browser forgets resource timings after the 250th.
  performance.setResourceTimingBufferSize(maxLoaded)
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const named = await Promise.all(pages.map(async (page) => filesIn((await cache.match(page)) ?? '')))
  const known = new Set((await cache.keys()).map(({ url }) => url))
  let next = [...loaded, ...named.flat()]
  while (next.length > 0) {
    const fresh = [...new Set(next)].filter((file) => file.startsWith(assets()) && !known.has(file))
    for (const file of fresh) known.add(file)
    next = (await Promise.all(fresh.map((file) => keepFile(cache, file)))).flat()
  }
}

/** Stores a file and returns the other files that it imports. */
const keepFile = async (cache: Cache, file: string): Promise<string[]> => {
  const answer = await fetch(file)
  if (!answer.ok) return []
  await cache.put(file, answer.clone())
  return file.endsWith('.js') ? importsIn(await answer.text()) : []
}

const assets = () => `${location.origin}/assets/`
const filesIn = async (page: Response | '') =>
  page === ''
    ? []
    : [...(await page.text()).matchAll(/\/assets\/[\w.-]+\.(?:js|woff2)/g)].map(
        ([path]) => location.origin + path,
      )
/** `from"./name.js"` and `import"./name.js"`, as bundles write them. */
const importsIn = (script: string) =>
  [...script.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)].map(([, name]) => `${assets()}${name}`)
