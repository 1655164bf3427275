/** Every address of spec §2 in the route sets of anonymous and signed-in people, and the way back after signing in. */
import { type APIRequestContext, expect, type Page, type Request } from '@playwright/test'
import { client, host, pageOf, password, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const everybodys =
  '/contact /about /auth /reset-password /for-professionals /for-spaces /inhouse/abc /guest-bookings /search-results /p/1 /b/1 /book /bookings/abc/accept /booking /space/1 /help /help/professionals /help/hosts /pricing /privacy /terms'.split(
    ' ',
  )
const guarded =
  '/professional-dashboard /host-dashboard /host-registration /professional-services /space-applications /host-applications /professional-calendar-advanced /professional-space-rules /professional-demand-configuration /space-pricing-rules /professional/1 /my-bookings /professional-appointments /host-availability /notifications /inhouse-professionals /settings /vacancies /invitations/1/accept /invitations/1/decline /search-professionals /professional-invitations /notification/1'.split(
    ' ',
  )
/** Open to anyone with a hold or a link of their own (product.md §7). */
const ownRule = ['/dynamic-checkout', '/booking-success']
const unknown = ['/no-existe', '/admin/secreto', '/help/otra/cosa', '/p', '/notification', '/%E2%9C%93']

const landing = 'name="q"'
const notFound = 'Esta puerta no lleva a ningún lado'

const open = async (request: APIRequestContext, path: string) => {
  const answer = await request.get(path, { maxRedirects: 0 })
  return { status: answer.status(), to: answer.headers()['location'], html: await answer.text() }
}
/** There is only one: no page starts with its loading placeholder as heading. */
const headingOf = (html: string) => {
  const headings = [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)]
  expect(headings).toHaveLength(1)
  return headings[0]?.[1]?.replace(/<[^>]+>/g, '') ?? ''
}

test('a visitor reaches every public address, and the landing page at any unknown one', async ({
  request,
}) => {
  // The first page of a kind after a start is streamed while its module is read, its placeholder first; this journey may meet a fresh start.
  for (const path of ['/', ...everybodys, ...ownRule, ...unknown]) await open(request, path)
  const home = await open(request, '/')
  expect(home.status).toBe(200)
  expect(home.html).toContain(landing)
  for (const path of [...everybodys, ...ownRule]) {
    const page = await open(request, path)
    expect(page.status, path).toBeLessThan(300)
    expect(page.html, path).not.toContain(notFound)
    expect(headingOf(page.html), path).not.toBe('')
    expect(headingOf(page.html), `${path} is not the landing page`).not.toBe(headingOf(home.html))
  }
  for (const path of unknown) {
    const page = await open(request, path)
    expect(page.status, path).toBe(404)
    expect(headingOf(page.html), path).toBe(headingOf(home.html))
    expect(page.html, path).not.toContain(notFound)
  }
})

test('protected addresses require a visitor to sign in, and then return them there', async ({ request }) => {
  for (const path of [...guarded, '/my-bookings?tab=past']) {
    const page = await open(request, path)
    expect([302, 303, 307, 308], path).toContain(page.status)
    const to = new URL(page.to ?? '', 'http://kalli.test')
    expect(to.origin, path).toBe('http://kalli.test')
    expect(to.pathname, path).toBe('/auth')
    expect(to.searchParams.get('redirect'), path).toBe(path)
  }
})

test('a signed-in user reaches their addresses, and not-found everywhere else', async ({ browser }) => {
  for (const { email } of [stylist, host, client]) {
    const { request } = (await pageOf(browser, email)).context()
    const [notice]: { id: number }[] = await (await request.get('/api/notifications/community')).json()
    const own = notice === undefined ? [] : [`/notification/${notice.id}`]
    const theirs = [...everybodys, ...guarded, ...ownRule, ...own]
    for (const path of theirs.filter((one) => one !== '/auth' && one !== '/notification/1')) {
      const answer = await request.get(path)
      expect(answer.status(), `${path} of ${email}`).toBe(200)
      expect(new URL(answer.url()).pathname, `${path} of ${email} needs no sign-in`).not.toBe('/auth')
      expect(await answer.text(), `${path} of ${email}`).not.toContain(notFound)
    }
    const strangers = await open(request, '/notification/999999')
    expect(strangers.status).toBe(404)
    expect(strangers.html).toContain(notFound)
    for (const path of unknown) {
      const page = await open(request, path)
      expect(page.status, path).toBe(404)
      expect(headingOf(page.html), path).toBe(notFound)
    }
    const auth = await open(request, '/auth')
    expect(auth.status, '/auth of somebody signed in').toBeGreaterThanOrEqual(300)
    expect(new URL(auth.to ?? '', 'http://kalli.test').pathname).toBe('/')
  }
})

test('a visitor returns to the requested page after signing in @desktop-deep', async ({ page }) => {
  await page.goto('/my-bookings?tab=past')
  await expect(page).toHaveURL(/\/auth\?redirect=/)
  await signInOnScreen(page)
  await expect(page).toHaveURL(/\/my-bookings\?tab=past$/)
})

test('signing in never redirects to another site', async ({ page }) => {
  for (const hostile of [
    '//evil.test/x',
    '/\\evil.test',
    '/%5Cevil.test',
    '/%09/evil.test',
    'javascript:alert(1)',
    'https://evil.test',
    '%2F%2Fevil.test',
    '%252F%252Fevil.test',
  ]) {
    const requested: string[] = []
    const note = (request: Request) => void requested.push(request.url())
    page.on('request', note)
    await page.context().clearCookies()
    await page.goto(`/auth?redirect=${encodeURIComponent(hostile)}`)
    await signInOnScreen(page)
    await expect(page, hostile).not.toHaveURL(/\/auth/)
    const { origin, pathname } = new URL(page.url())
    expect(pathname, hostile).toBe('/')
    expect(
      requested.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url)),
      hostile,
    ).toEqual([])
    page.off('request', note)
  }
})

const signInOnScreen = async (page: Page) => {
  await ready(page)
  await page.getByLabel('Correo electrónico').fill(client.email)
  await page.locator('input[type=password]').first().fill(password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Iniciar sesión' }).click()
}

test('a protected page shows that it is loading', async ({ browser }) => {
  const page = await pageOf(browser, client.email)
  await page.goto('/')
  await ready(page)
  let answer = () => {}
  const seen = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/bookings?**', async (route) => {
    await seen
    await route.continue()
  })
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  await page.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Mis Reservas' }).click()
  await expect(page.locator('#contenido').getByText('Cargando...', { exact: true }).first()).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { name: 'Mis reservas' })).toBeVisible()
})
