/** Screens hydrate as the server rendered them: React discards nothing (its error 418), whatever was stored or fails. */
import { expect, type Page } from '@playwright/test'
import { client, host, signIn, stylist, pageOf } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'
import { noteEarly } from '#web/pre-hydration.ts'

const screens = {
  [client.email]: [
    '/',
    '/my-bookings',
    '/my-bookings?tab=wallet',
    '/settings',
    '/booking?professional=1',
    '/search-results?q=corte',
  ],
  [stylist.email]: [
    '/',
    '/professional-dashboard',
    '/professional-appointments',
    '/professional-calendar-advanced',
    '/professional-services',
    '/space-applications',
    '/space-applications?tab=agreements',
    '/professional-invitations',
    '/notifications',
    '/professional/1',
    '/p/1',
    '/space/1',
  ],
  [host.email]: [
    '/host-dashboard',
    '/host-availability',
    '/host-availability?view=day',
    '/host-applications',
    '/host-registration',
    '/space-pricing-rules',
    '/search-professionals',
    '/notifications?show=unread',
  ],
}

/** The errors of React and the browser. */
const complaints = (page: Page) => {
  const received: string[] = []
  page.on('pageerror', (error) => received.push(`${page.url()}: ${error.message}`))
  return received
}

for (const [email, addresses] of Object.entries(screens))
  test(`no page of ${email} reports a script or hydration error`, async ({ browser }) => {
    const page = await pageOf(browser, email)
    const received = complaints(page)
    for (const address of addresses) {
      await page.goto(address)
      await ready(page)
    }
    expect(received).toEqual([])
    await page.context().close()
  })

/** Pressable elements that were re-created after the server's rendering: a press in progress on one is lost. */
const drawnAnew = (page: Page) =>
  page.evaluate(() =>
    (window.asItCame ?? []).filter((one) => !one.isConnected).map((one) => one.textContent ?? one.tagName),
  )
declare global {
  interface Window {
    asItCame?: Element[]
  }
}

test('the links and buttons of a client’s list are not replaced while its scripts load', async ({
  browser,
}) => {
  const page = await pageOf(browser, client.email)
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      window.asItCame = [...document.querySelectorAll('a, button')]
    }),
  )
  for (const address of ['/my-bookings', '/my-bookings?tab=past'])
    // Another journey may move one of her visits at that moment.
    await expect(async () => {
      await page.goto(address)
      await ready(page)
      expect(await page.evaluate(() => window.asItCame?.length)).toBeGreaterThan(10)
      expect(await drawnAnew(page)).toEqual([])
    }).toPass({ timeout: 30_000 })
  await page.context().close()
})

test('a list whose refetch fails keeps the server-rendered rows, and shows an error only where it has none', async ({
  browser,
}) => {
  const page = await pageOf(browser, stylist.email)
  const received = complaints(page)
  await page.route(/\/api\/notifications(\?|\/)/, (route) => route.fulfill({ status: 500, body: 'x' }))
  await page.goto('/notifications')
  await ready(page)
  const listed = page.getByRole('main').getByRole('listitem').first()
  await expect(listed).toBeVisible()
  // Below the header, with a retry; for everything of the page at once.
  const old = page.getByText('No se pudo actualizar: puede no estar al día.')
  await expect(old).toBeVisible()
  await page.getByRole('button', { name: 'Actualizar', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Actualizar', exact: true })).toBeEnabled()
  await expect(old).toBeVisible()
  await expect(listed).toBeVisible()
  await page.getByRole('tab', { name: 'Sin leer' }).click()
  await expect(page.getByText('Error del servidor. Por favor intenta más tarde.')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await expect(page.getByText('Error del servidor. Por favor intenta más tarde.')).toBeHidden()
  await page.getByRole('tab', { name: 'Todas' }).click()
  // The list may refresh by itself between looking and pressing.
  await expect(async () => {
    if (await old.isVisible())
      await page.getByRole('button', { name: 'Actualizar', exact: true }).click({ timeout: 1_000 })
    await expect(old).toBeHidden({ timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
  await expect(listed).toBeVisible()
  expect(received).toEqual([])
})

test('keeps the scroll position reached before the scripts load, and then opens what the visitor presses', async ({
  page,
}) => {
  let come = () => {}
  const allowed = new Promise<void>((resolve) => (come = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await allowed
    await route.continue()
  })
  await page.goto('/search-results?q=corte', { waitUntil: 'commit' })
  const link = page.getByRole('link', { name: /^Ver Perfil de/ }).nth(1)
  await link.scrollIntoViewIfNeeded()
  // With its own fonts loaded: until then lines above may still wrap differently, and the browser moves the page with them.
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  const topOf = async () => Math.round((await link.boundingBox())?.y ?? Number.NaN)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  const before = await topOf()
  come()
  await ready(page)
  // The text being read stays in place on the screen.
  expect(Math.abs((await topOf()) - before)).toBeLessThanOrEqual(1)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await link.click()
  await expect(page).toHaveURL(/\/p\//)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('an hour of a card that is pressed before the scripts come is held by that press', async ({ page }) => {
  let come = () => {}
  const allowed = new Promise<void>((resolve) => (come = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await allowed
    await route.continue()
  })
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`/search-results?q=corte&day=${day}`, { waitUntil: 'commit' })
  const hours = page.getByRole('list', { name: /^Próximas horas de / }).getByRole('link')
  await hours.nth(1).click()
  // The last one counts.
  await hours.first().click()
  const chosen = /\d\d:\d\d/.exec((await hours.first().textContent()) ?? '')?.[0] ?? 'none'
  await expect(page).toHaveURL(/search-results/)
  // A press on text chooses nothing else.
  await page.getByText('© 2024 Kalli. Todos los derechos reservados.').click()
  come()
  await expect(page).toHaveURL(/\/dynamic-checkout\?hold=/)
  await expect(page.getByText(new RegExp(chosen)).first()).toBeVisible()
})

test('requests the date that was chosen before the code of its component had loaded', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/spaces/1/quote')) requested.push(request.postDataJSON().date)
  })
  let come = () => {}
  const allowed = new Promise<void>((resolve) => (come = resolve))
  await page.route('**/assets/price-widget*.js', async (route) => {
    await allowed
    await route.continue()
  })
  await page.goto('/space/1')
  await page.waitForFunction(() => window.kalliEarly?.alive)
  const date = page.locator('#renta').getByLabel('Fecha')
  await date.scrollIntoViewIfNeeded()
  const chosen = new Date(Date.parse(await date.inputValue()) + 5 * 86_400_000).toISOString().slice(0, 10)
  await date.fill(chosen)
  await page.locator('#renta').getByLabel('Durante').selectOption('240')
  come()
  await expect.poll(() => requested.at(-1)).toBe(chosen)
  await expect(date).toHaveValue(chosen)
})

test('an early press or input survives a redraw of its part, and is never replayed on another row', async ({
  page,
}) => {
  const part = (of: string) =>
    `<div class="part"><button aria-label="${of}">Estoy aquí</button><input name="${of}"></div>`
  const rows = (...names: string[]) => names.map((name) => `<li>${part(name)}</li>`).join('')
  await page.setContent(
    noteEarly(`<html><head></head><body><main><ul>${rows('Ana', 'Eva')}</ul></main></body></html>`, ''),
  )
  const received = (redraw: 'part' | 'row') =>
    page.evaluate(
      async ({ redraw, anew }) => {
        const reported: string[] = []
        // As React does: with new elements, which it knows.
        for (const old of document.querySelectorAll(redraw === 'part' ? '.part' : 'li')) {
          const fresh = document.createElement(redraw === 'part' ? 'div' : 'li')
          fresh.innerHTML = old.innerHTML
          for (const at of fresh.querySelectorAll('button, input')) {
            Object.assign(at, { __reactFiber$1: {} })
            const name = at.getAttribute('aria-label') ?? at.getAttribute('name')
            at.addEventListener('click', () => reported.push(`${name} pressed`))
            at.addEventListener('change', () =>
              reported.push(`${name} ${at instanceof HTMLInputElement && at.value}`),
            )
          }
          old.replaceWith(fresh)
        }
        document.querySelector('ul')?.insertAdjacentHTML('beforeend', anew)
        window.kalliEarly?.wake()
        await new Promise((resolve) => setTimeout(resolve, 300))
        return reported
      },
      { redraw, anew: rows('Zoe') },
    )
  await page.getByRole('button', { name: 'Eva' }).click()
  await page.locator('input[name=Ana]').pressSequentially('K7M2')
  expect((await received('part')).toSorted()).toEqual(['Ana K7M2', 'Eva pressed'])

  await page.setContent(
    noteEarly(`<html><head></head><body><main><ul>${rows('Ana', 'Ana')}</ul></main></body></html>`, ''),
  )
  await page.getByRole('button', { name: 'Ana' }).first().click()
  expect(await received('row'), 'which of the two it was is no longer known').toEqual([])
})

test('on a slow connection a press shows that its dialog is loading', async ({ browser }) => {
  // A worker's requests bypass the slow connection.
  const context = await browser.newContext({ serviceWorkers: 'block' })
  await signIn(context.request, stylist.email)
  const page = await context.newPage()
  let come = () => {}
  const allowed = new Promise<void>((resolve) => (come = resolve))
  await page.goto('/professional-calendar-advanced')
  await ready(page)
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/*.js', async (route) => {
    await allowed
    await route.continue()
  })
  const said = page.getByRole('status').filter({ hasText: 'Abriendo…' })
  await page.getByRole('button', { name: 'Nueva cita' }).click()
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Horario de la semana' }).click()
  await expect(said).toHaveCount(1)
  come()
  await expect(page.getByRole('dialog', { name: 'Horario de la semana' })).toBeVisible()
  await expect(said).toHaveCount(0)
})
