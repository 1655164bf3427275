/**
 * Browser contexts are reused by later journeys, emptied in between: a new one has empty caches, so it fetches and compiles every script of
 * every page again, which was a third of the cost of all journeys.
 */
import { type Browser, type BrowserContext, test } from '@playwright/test'

/**
 * The first two set options with `test.use`, which no call of `newContext` shows. The others test a first visit: nothing shifts, and
 * nothing is lost while the scripts load.
 */
const needsNew = /(cards|search|alive|landing|offline|shell)\.spec\.ts$/

/** Calls whose effects outlive the pages of a context: it is not reused. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'on',
  'route',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
]
const lastingOfPage = ['addInitScript', 'exposeBinding', 'exposeFunction']
const lastingOfClock = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']

/** Everything that a visit leaves in a browser, except immutable caches. */
const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers,file_systems'

/** From here on `newContext` prefers a context that an earlier journey closed. Returns the function that closes all contexts in use. */
export const reuseContexts = (browser: Browser): (() => Promise<void>) => {
  const idle = new Map<string, BrowserContext[]>()
  const inUse = new Map<BrowserContext, () => Promise<void>>()
  const create = browser.newContext.bind(browser)

  browser.newContext = async (options = {}) => {
    const { file, retry } = test.info()
    // A retry records everything from the beginning.
    const isShared = retry === 0 && options.storageState === undefined && !needsNew.test(file)
    const key = JSON.stringify(options)
    const known = isShared ? idle.get(key)?.pop() : undefined
    const context = known ?? (await create(options))
    if (!isShared) {
      inUse.set(context, context.close.bind(context))
      return context
    }
    if (known === undefined) prepare(context, key)
    else inUse.set(context, () => context.close())
    return context
  }

  const prepare = (context: BrowserContext, key: string) => {
    const end = context.close.bind(context)
    const openDevtools = context.newCDPSession.bind(context)
    const origins = new Set<string>()
    context.on('page', (page) =>
      page.on('framenavigated', (frame) => {
        if (frame.url().startsWith('http')) origins.add(new URL(frame.url()).origin)
      }),
    )
    const isSpoiled = watchLasting(context)
    context.close = async (how) => {
      if (!inUse.delete(context)) return
      const isEmpty = !isSpoiled() && (await empty(context, origins, openDevtools).catch(() => false))
      if (!isEmpty) return end(how)
      idle.set(key, [...(idle.get(key) ?? []), context])
    }
    inUse.set(context, () => context.close())
  }

  return async () => {
    await Promise.all([...inUse.values()].map((close) => close()))
    inUse.clear()
  }
}

/** Whether a lasting method was called. */
const watchLasting = (context: BrowserContext) => {
  let isSpoiled = false
  const watch = (owner: object, names: readonly string[]) => {
    for (const name of names) {
      const original: unknown = Reflect.get(owner, name)
      if (typeof original !== 'function') throw new Error(`Playwright has no ${name} any more`)
      Object.defineProperty(owner, name, {
        value: (...given: unknown[]): unknown => {
          isSpoiled = true
          return Reflect.apply(original, owner, given)
        },
      })
    }
  }
  context.on('page', (page) => watch(page, lastingOfPage))
  watch(context.clock, lastingOfClock)
  watch(context, lasting)
  return () => isSpoiled
}

/** As new, except for its caches. Closing a page runs no beforeunload prompt, which navigating away may do. */
const empty = async (
  context: BrowserContext,
  origins: Set<string>,
  openDevtools: BrowserContext['newCDPSession'],
) => {
  await Promise.all(context.pages().map((page) => page.close()))
  if (origins.size > 0) {
    const page = await context.newPage()
    const devtools = await openDevtools(page)
    for (const origin of origins) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
    await page.close()
    origins.clear()
  }
  await context.clearCookies()
  return true
}
