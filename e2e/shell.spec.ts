/** Header, user menu and footer by role, at 390 and 1280 px (spec §2, §4, §8). */
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { client, host, pageOf, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const admin = { email: 'admin@kalli.test' }
/** Professional and host in one account. */
const both = { email: 'profesional7@kalli.test' }

const roles = [
  {
    who: 'a visitor',
    email: null,
    links: ['Profesionales', 'Espacios', 'Cómo Funciona', 'Buscar'],
    label: null,
    bell: false,
    dashboard: null,
    settings: null,
  },
  {
    who: 'a client',
    email: client.email,
    links: ['Inicio', 'Mis Reservas', 'Buscar'],
    label: 'Cliente',
    bell: false,
    dashboard: null,
    settings: /^\/settings$/,
  },
  {
    who: 'a professional',
    email: stylist.email,
    links: ['Inicio', 'Mis Citas', 'Mi Dashboard'],
    label: 'Profesional',
    bell: true,
    dashboard: 'Mi Dashboard',
    settings: /^\/professional-dashboard\?tab=profile$/,
  },
  {
    who: 'a host',
    email: host.email,
    links: ['Inicio', 'Disponibilidad de Espacios', 'Dashboard Host'],
    label: 'Host',
    bell: true,
    dashboard: 'Dashboard Host',
    settings: /^\/host-dashboard\?tab=profile$/,
  },
  {
    who: 'an administrator',
    email: admin.email,
    links: ['Inicio', 'Administración'],
    label: 'Administración',
    bell: false,
    dashboard: null,
    settings: /^\/settings$/,
  },
] as const

const pageFor = async (browser: Browser, email: string | null, project: string) => {
  const page = email === null ? await (await browser.newContext()).newPage() : await pageOf(browser, email)
  await page.setViewportSize(project === 'phone' ? { width: 390, height: 844 } : { width: 1280, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await ready(page)
  return page
}

const userMenu = (page: Page) => page.getByRole('banner').locator('button[aria-haspopup=menu]')

for (const role of roles)
  test(`the header of ${role.who} @desktop`, async ({ browser }, { project }) => {
    const page = await pageFor(browser, role.email, project.name)
    const header = page.getByRole('banner')
    if (project.name === 'phone') {
      const opener = header.getByRole('button', { name: 'Abrir menú' })
      await opener.focus()
      await page.keyboard.press('Enter')
      const menu = page.getByRole('navigation', { name: 'Menú' })
      await expect(menu.getByRole('link')).toHaveText([...role.links])
      await expectNoViolations(page)
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(opener).toBeFocused()
    } else {
      await expect(header.getByRole('button', { name: 'Abrir menú' })).toBeHidden()
      await expect(header.getByRole('navigation', { name: 'Principal' }).getByRole('link')).toHaveText([
        ...role.links,
      ])
    }
    await expect(header.getByRole('button', { name: /^Notificaciones/ })).toHaveCount(role.bell ? 1 : 0)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
    if (role.email === null) return
    await userMenu(page).focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu')
    await expect(menu).toContainText(role.email)
    await expect(menu.getByText(role.label, { exact: true })).toBeVisible()
    await expectNoViolations(page)
    const items = await menu.getByRole('menuitem').allInnerTexts()
    expect(items.some((text) => /Dashboard/.test(text))).toBe(role.dashboard !== null)
    if (role.dashboard !== null)
      await expect(menu.getByRole('menuitem', { name: role.dashboard })).toBeVisible()
    expect(await menu.getByRole('menuitem', { name: 'Configuración' }).getAttribute('href')).toMatch(
      role.settings,
    )
    await expect(menu.getByRole('menuitem', { name: 'Cerrar Sesión' })).toBeVisible()
    expect(items.some((text) => text.startsWith('Cambiar a'))).toBe(false)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(userMenu(page)).toBeFocused()
  })

test('the current page is marked in the header', async ({ browser }) => {
  const page = await pageFor(browser, host.email, 'desktop')
  await page.goto('/host-availability')
  await expect(page.getByRole('banner').locator('[aria-current=page]')).toHaveText([
    'Disponibilidad de Espacios',
  ])
})

test('the verified badge shows its kind and level for a user verified by biometrics @desktop', async ({
  browser,
}, { project }) => {
  const page = await pageFor(browser, stylist.email, project.name)
  await userMenu(page).click()
  const badge = page.getByRole('menuitem', { name: /Verificado/ })
  await expect(badge).toHaveAccessibleName(/Verificación biométrica, máxima seguridad, Nivel 3/)
  await badge.hover()
  await expect(badge.getByText('Verificación biométrica, máxima seguridad · Nivel 3')).toBeVisible()
  const other = await pageFor(browser, host.email, project.name)
  await userMenu(other).click()
  await expect(other.getByRole('menuitem', { name: /Verificado/ })).toHaveCount(0)
})

test('a user who is professional and host switches from one role to the other @desktop', async ({ browser }, {
  project,
}) => {
  const page = await pageFor(browser, both.email, project.name)
  const label = async () => {
    await userMenu(page).click()
    return page
      .getByRole('menu')
      .getByText(/^(Profesional|Host)$/)
      .innerText()
  }
  const first = await label()
  const [there, back] = first === 'Host' ? ['Profesional', 'Host'] : ['Host', 'Profesional']
  const dashboards: Record<string, RegExp> = {
    Host: /\/host-dashboard$/,
    Profesional: /\/professional-dashboard$/,
  }
  await page.getByRole('menuitem', { name: `Cambiar a ${there}` }).click()
  await expect(page.getByText('Perfil cambiado').first()).toBeVisible()
  await expect(page.getByText(`Ahora estás en tu perfil de ${there}`).first()).toBeVisible()
  await expect(page).toHaveURL(dashboards[there ?? ''] ?? /never/)
  expect(await label()).toBe(there)

  await page.route('**/api/auth/switch-role', (route) => route.fulfill({ status: 502, body: 'x' }))
  await page.getByRole('menuitem', { name: `Cambiar a ${back}` }).click()
  await expect(page.getByText('Error', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Error del servidor. Por favor intenta más tarde.').first()).toBeVisible()
  await page.unroute('**/api/auth/switch-role')
  expect(await label()).toBe(there)
  await page.getByRole('menuitem', { name: `Cambiar a ${back}` }).click()
  await expect(page).toHaveURL(dashboards[back ?? ''] ?? /never/)
})

for (const fails of [false, true])
  test(`signing out clears storage and goes home${fails ? ', also when the call fails' : ''}`, async ({
    browser,
  }) => {
    const page = await pageFor(browser, client.email, 'phone')
    await page.goto('/my-bookings')
    await ready(page)
    await page.evaluate(() => {
      localStorage.setItem('left', 'behind')
      sessionStorage.setItem('left', 'behind')
    })
    if (fails) await page.route('**/api/logout', (route) => route.abort())
    await userMenu(page).click()
    await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
    await expect(page).toHaveURL(/\/$/)
    const left = await page.evaluate(() => [localStorage.getItem('left'), sessionStorage.getItem('left')])
    expect(left).toEqual([null, null])
    if (!fails) await expect(page.getByRole('banner').locator('button[aria-haspopup=menu]')).toHaveCount(0)
  })

/** The page may still be scrolling down when its section already shows: it is sent up until it stays there. */
const backToTop = (page: Page, section: Locator) =>
  expect(async () => {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect(section).not.toBeInViewport({ timeout: 500 })
  }).toPass()

test('"Cómo Funciona" scrolls on the home page, and leads there from elsewhere', async ({ browser }) => {
  const page = await pageFor(browser, null, 'desktop')
  await page.setViewportSize({ width: 1280, height: 800 })
  const link = page
    .getByRole('navigation', { name: 'Principal' })
    .getByRole('link', { name: 'Cómo Funciona' })
  const section = page.locator('#como-funciona')
  for (const again of [false, true]) {
    await link.click()
    await expect(page, `${again}`).toHaveURL(/\/#como-funciona$/)
    await expect(section).toBeInViewport()
    await backToTop(page, section)
  }
  await page.goto('/search-results')
  await ready(page)
  await link.click()
  await expect(page).toHaveURL(/\/#como-funciona$/)
  await expect(section).toBeInViewport()
})

test('the footer has its four columns and the year @desktop', async ({ browser }, { project }) => {
  const page = await pageFor(browser, null, project.name)
  const footer = page.getByRole('contentinfo')
  for (const column of ['Profesionales', 'Espacios', 'Contacto'])
    await expect(footer.getByRole('heading', { name: column })).toBeVisible()
  await expect(footer.getByText(/La casa de quienes cuidan/)).toBeVisible()
  await expect(footer.getByText('hola@kalli.test')).toBeVisible()
  await expect(footer.getByText('+52 55 0000 0000')).toBeVisible()
  await expect(footer.getByText('© 2024 Kalli')).toBeVisible()
  await expect(
    footer.getByRole('navigation', { name: 'Profesionales' }).getByRole('link').first(),
  ).toBeVisible()
  await expect(footer.getByRole('navigation', { name: 'Espacios' }).getByRole('link').first()).toBeVisible()
})

test('the space page keeps what the visitor chose before its scripts load', async ({ page }) => {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await page.goto('/space/1')
  const rent = page.locator('#renta')
  await rent.scrollIntoViewIfNeeded()
  await rent.getByLabel('Durante').selectOption('240')
  await rent.getByLabel('Desde').selectOption('660')
  await ready(page)
  await rent.scrollIntoViewIfNeeded()
  await expect(rent.getByText('Total con IVA')).toBeVisible()
  await expect(rent.getByLabel('Durante')).toHaveValue('240')
  await expect(rent.getByLabel('Desde')).toHaveValue('660')
})

test('a press made before the scripts load takes effect once they have loaded', async ({ browser }) => {
  const page = await pageFor(browser, client.email, 'phone')
  let come = () => {}
  let there = Promise.resolve()
  await page.route('**/assets/*.js', async (route) => {
    await there
    await route.continue()
  })
  /** Opens it without its scripts, which load once it was pressed. */
  const pressBefore = async (address: string, pressed: Locator, then = () => Promise.resolve()) => {
    there = new Promise((resolve) => {
      come = resolve
    })
    await page.goto(address, { waitUntil: 'commit' })
    await pressed.click()
    await then()
    come()
  }
  const past = page.getByRole('tab', { name: 'Pasadas' })
  await pressBefore('/my-bookings', past, () => expect(past).toHaveAttribute('data-pressed', ''))
  await expect(page.getByText('Completada').first()).toBeVisible()
  await expect(past).not.toHaveAttribute('data-pressed')

  await pressBefore(
    '/search-results?type=spaces&category=chair',
    page.getByRole('button', { name: 'Filtros (1)' }),
  )
  await expect(page.getByRole('checkbox', { name: 'WiFi' })).toBeVisible()

  await pressBefore('/about', userMenu(page))
  await expect(page.getByRole('menuitem', { name: 'Cerrar Sesión' })).toBeVisible()
})
