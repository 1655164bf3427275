/** Journeys share browser contexts (contexts.ts): none finds the data of an earlier one. */
import { expect } from '@playwright/test'
import { client, signIn } from './people.ts'
import { test } from './test.ts'

// A retry gets new contexts.
test.describe.configure({ retries: 0 })

test('a reused browser context is empty, and one with permanent changes is not reused', async ({
  browser,
}) => {
  const first = await browser.newContext()
  await signIn(first.request, client.email)
  const page = await first.newPage()
  await page.goto('/about')
  await page.evaluate(async () => {
    localStorage.setItem('left', 'behind')
    const cache = await caches.open('left')
    await cache.put('/left', new Response('behind'))
  })
  await first.close()

  const second = await browser.newContext()
  expect(second === first).toBe(true)
  expect(await second.cookies()).toEqual([])
  const fresh = await second.newPage()
  await fresh.goto('/about')
  const left = await fresh.evaluate(async () => ({
    stored: localStorage.getItem('left'),
    caches: await caches.keys(),
    isControlled: navigator.serviceWorker.controller !== null,
  }))
  expect(left).toEqual({ stored: null, caches: [], isControlled: false })

  await second.setOffline(true)
  await second.close()
  expect((await browser.newContext()) === second).toBe(false)
})
