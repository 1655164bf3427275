/** By keyboard, after every action: the focus is where one continues, nothing covers it, and a screen reader announces the page. */
import { expect, type Page } from '@playwright/test'
import { expectFocusSeen, walk } from './focus.ts'
import { client, host, openAroundTheClock, pageOf, password, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.beforeAll(({ browser }) => openAroundTheClock(browser))
test.describe.configure({ timeout: 150_000 })

const press = async (page: Page, role: 'link' | 'button' | 'tab', name: string | RegExp) => {
  const target = page.getByRole(role, { name }).filter({ visible: true }).first()
  await target.focus()
  await page.keyboard.press('Enter')
}
const announced = (page: Page) => page.locator('[data-announced]')

test('a new page moves the focus to its title and announces its name', async ({ page }) => {
  await page.goto('/help')
  await ready(page)
  await press(page, 'link', 'Comisiones')
  await expect(page).toHaveURL(/pricing/)
  await expect(announced(page)).toHaveText(/Comisiones y calculadora/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectFocusSeen(page, 'a link')
  await page.goBack()
  await expect(page).toHaveURL(/help/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // The keyboard continues from there, and not from the top.
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

test('a tab keeps the focus and its name is announced', async ({ browser }) => {
  const page = await pageOf(browser, client.email)
  await page.goto('/my-bookings')
  await ready(page)
  await page.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Por confirmar o pagar' })).toBeFocused()
  await expect(announced(page)).toHaveText(/Por confirmar o pagar · Mis reservas/)
})

test('a change of the agenda’s date or view is announced', async ({ browser }) => {
  const page = await pageOf(browser, stylist.email)
  await page.goto('/professional-calendar-advanced?view=day')
  await ready(page)
  await press(page, 'link', 'Día siguiente')
  await expect(announced(page)).toHaveText(/^Día, \S+ \d+ de \S+/)
  await expectFocusSeen(page, 'the next day')
  await press(page, 'link', 'Semana')
  await expect(announced(page)).toHaveText(/^Semana, /)
  await press(page, 'link', 'Semana siguiente')
  await expectFocusSeen(page, 'the next week')
  await press(page, 'link', 'Volver a hoy')
  // It is gone.
  await expect(page.getByRole('link', { name: 'Volver a hoy' })).toHaveCount(0)
  await expectFocusSeen(page, 'back to today')
})

test('a wizard step moves the focus to its title', async ({ browser }) => {
  const page = await pageOf(browser, host.email)
  await page.goto(`/host-registration?space=${host.spaceId}&step=2`)
  await ready(page)
  await press(page, 'button', 'Continuar')
  await expect(page).toHaveURL(/step=3/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectFocusSeen(page, 'Continuar')
  await press(page, 'link', 'Atrás')
  await expect(page).toHaveURL(/step=2/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a settings section on a phone moves the focus to its title', async ({ browser }) => {
  const page = await pageOf(browser, client.email)
  await page.goto('/settings')
  await ready(page)
  await press(page, 'link', /^Zona horaria/)
  await expect(page).toHaveURL(/section=zone/)
  await expect(announced(page)).toHaveText(/Zona horaria · Configuración/)
  await expect(page.getByRole('heading', { name: 'Zona horaria', level: 2 })).toBeFocused()
})

test('removing a chip keeps the focus beside it', async ({ page }) => {
  await page.goto('/search-results?q=corte&location=Roma+Norte')
  await ready(page)
  const chips = page.getByRole('button', { name: /, quitar$/ })
  const before = await chips.count()
  await chips.first().focus()
  await page.keyboard.press('Enter')
  await expect(chips).toHaveCount(before - 1)
  await expectFocusSeen(page, 'a removed chip')
  await chips.first().focus()
  await page.keyboard.press('Enter')
  await expect(chips).toHaveCount(before - 2)
  await expectFocusSeen(page, 'the last removed chip')
})

test('a closed dialog returns the focus, also when its opener is gone', async ({ browser }) => {
  const page = await pageOf(browser, stylist.email)
  await page.goto('/professional-calendar-advanced?view=list')
  await ready(page)
  const tomorrow = Temporal.Now.plainDateISO('America/Mexico_City').add({ days: 1 }).toString()
  const reason = `Prueba ${crypto.randomUUID().slice(0, 6)}`
  const answer = await page.request.post('/api/calendar/blocks', {
    data: { startsAt: `${tomorrow}T04:00:00Z`, endsAt: `${tomorrow}T04:30:00Z`, reason },
  })
  test.skip(!answer.ok(), `no block: ${answer.status()}`)
  await page.reload()
  await ready(page)
  await press(page, 'button', new RegExp(reason))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: new RegExp(reason) })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog
    .getByRole('button', { name: /Quitar|Borrar|Eliminar/ })
    .first()
    .press('Enter')
  await expect(page.getByRole('button', { name: new RegExp(reason) })).toHaveCount(0)
  await expectFocusSeen(page, 'what opened the dialog is gone')
})

test('no element covers the focused one @desktop', async ({ page, browser }) => {
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 640 })
  for (const address of [
    '/',
    '/search-results?q=corte',
    '/p/1',
    '/space/1',
    '/b/1',
    '/booking?professional=1',
    '/auth?tab=register',
  ]) {
    await page.goto(address)
    await ready(page)
    await walk(page, 30)
  }
  for (const [email, addresses] of [
    [
      host.email,
      [
        '/host-dashboard?tab=profile&section=profile',
        `/host-registration?space=${host.spaceId}&step=3`,
        '/host-availability',
      ],
    ],
    [stylist.email, ['/professional-dashboard', '/professional-calendar-advanced', '/professional-services']],
  ] as const) {
    const own = await pageOf(browser, email)
    await own.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 640 })
    for (const address of addresses) {
      await own.goto(address)
      await ready(own)
      await walk(own, 30)
    }
  }
})

test('key presses faster than a frame do not leave the focused element out of view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 640 })
  await page.goto('/b/1')
  await ready(page)
  await page.keyboard.press('Tab')
  // Both within one frame: the gallery lies under the header, and the content after it below the screen.
  await page
    .locator('main [tabindex="0"]')
    .first()
    .evaluate((gallery: HTMLElement) => {
      gallery.focus()
      const next = [...document.querySelectorAll<HTMLElement>('main a, main button')]
      next.find((one) => one.getBoundingClientRect().top > innerHeight)?.focus()
    })
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expectFocusSeen(page, 'two keys within a frame')
})

test('a tooltip stays while the pointer is over it, and Escape closes it @desktop', async ({ page }, {
  project,
}) => {
  test.skip(project.name === 'phone', 'a finger points at nothing')
  await page.goto('/p/1')
  await ready(page)
  const hint = page.getByRole('tooltip').first()
  await page.locator('.hint').first().hover()
  await expect(hint).toBeVisible()
  const box = await hint.boundingBox()
  if (box === null) throw new Error('the hint has no place')
  // Slowly up, from the mark into the hint.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 4, { steps: 12 })
  await page.mouse.move(box.x + box.width / 2, box.y + 6, { steps: 6 })
  await expect(hint).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(hint).toBeHidden()
  await page.mouse.move(2, 300)
  await page.locator('.hint').first().hover()
  await expect(hint).toBeVisible()
})

test('the agenda reads day by day in order of time, without hidden buttons in between @desktop', async ({
  browser,
}) => {
  const page = await pageOf(browser, stylist.email)
  await page.goto('/professional-calendar-advanced?view=week')
  await ready(page)
  const days = page.locator('[data-board] section')
  await expect(days).toHaveCount(7)
  const read = await days.evaluateAll((sections) =>
    sections.map((section) => ({
      title: section.querySelector('h2')?.textContent ?? '',
      tops: [...section.querySelectorAll('button')].map((one) => one.getBoundingClientRect().top),
      unreachable: section.querySelectorAll('button[tabindex="-1"]').length,
      small: [...section.querySelectorAll('button')].filter((one) => {
        const box = one.getBoundingClientRect()
        return box.width < 24 || box.height < 24
      }).length,
    })),
  )
  for (const { title, tops, unreachable, small } of read) {
    expect(tops, `${title}: in the order of time`).toEqual(tops.toSorted((a, b) => a - b))
    expect(unreachable, `${title}: hidden buttons`).toBe(0)
    expect(small, `${title}: targets under 24 px`).toBe(0)
  }
  // The hours can still be pressed by pointer.
  await page.locator('[data-empty]').first().click()
  await expect(page.getByRole('dialog', { name: 'Nueva cita' })).toBeVisible()
  const salon = await pageOf(browser, host.email)
  await salon.goto('/host-availability')
  await ready(salon)
  expect(await salon.locator('main button[tabindex="-1"]').count(), 'hidden buttons').toBe(0)
})

test('the map is moved by buttons, and its results are a list @desktop', async ({ page }) => {
  await page.goto('/search-results?q=corte&map=on')
  await ready(page)
  const pins = page.getByRole('list', { name: 'Resultados en el mapa' }).getByRole('button')
  await expect(pins.first()).toBeVisible()
  const before = await pins.first().boundingBox()
  await page
    .getByRole('group', { name: 'Mover el mapa' })
    .getByRole('button', { name: 'Mover al norte' })
    .press('Enter')
  await expect.poll(async () => (await pins.first().boundingBox())?.y ?? 0).not.toBe(before?.y)
  await expect(page.getByRole('button', { name: 'Mover al norte' })).toBeFocused()
})

test('the heading of a search result contains only its name', async ({ page }) => {
  await page.goto('/search-results?q=corte')
  await ready(page)
  const titles = await page.locator('main li h3').allInnerTexts()
  expect(titles.length).toBeGreaterThan(0)
  for (const title of titles) expect(title).not.toMatch(/Nivel/)
})

test('without scripts a visitor reaches sign-in, sees a wrong password’s error on the page, and signs in', async ({
  browser,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' }).click()
  await expect(page.getByRole('button', { name: 'Abrir menú' })).toBeHidden()
  await page.getByLabel('Correo electrónico').fill(client.email)
  await page.getByLabel('Contraseña', { exact: true }).fill('no-es-esta')
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByRole('alert')).toContainText(/correo o (la )?contraseña/i)
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(client.email)
  await page.goto('/auth?redirect=%2Fmy-bookings')
  await page.getByLabel('Correo electrónico').fill(client.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(/my-bookings$/)
  await expect(page.getByRole('heading', { name: 'Mis reservas' })).toBeVisible()
  await page.goto('/booking?professional=1')
  await expect(page.locator('noscript p').first()).toContainText(
    /Para elegir una hora y pagar\s*, activa JavaScript/,
  )
})

test('bars keep clear of the notch and of the home indicator', async ({ page }) => {
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34 } })
  for (const address of ['/p/1', '/space/1', '/b/1']) {
    await page.goto(address)
    await ready(page)
    const { top, bottom, scroll } = await page.evaluate(() => {
      const padding = (where: string, side: 'paddingTop' | 'paddingBottom') => {
        const bar = document.querySelector(`[data-bar="${where}"]`)
        return bar === null ? 0 : Number.parseFloat(getComputedStyle(bar)[side])
      }
      const root = getComputedStyle(document.documentElement)
      return {
        top: padding('top', 'paddingTop'),
        bottom: padding('bottom', 'paddingBottom'),
        scroll: Number.parseFloat(root.scrollPaddingBottom),
      }
    })
    expect(top, `${address}: the header`).toBeGreaterThanOrEqual(47)
    expect(bottom, `${address}: the bar`).toBeGreaterThanOrEqual(34)
    expect(scroll, `${address}: what is scrolled to`).toBeGreaterThanOrEqual(34 + 72)
  }
})

test('the highlighted item of a menu has a visible outline @desktop', async ({ browser }) => {
  const page = await pageOf(browser, stylist.email)
  await page.goto('/professional-dashboard')
  await ready(page)
  await page.getByRole('button', { name: /Ximena/ }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  const line = page.locator('[role="menuitem"][data-highlighted]')
  await expect(line).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /Ximena/ })).toBeFocused()
})
