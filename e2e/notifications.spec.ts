import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere, expectNoViolations } from './accessible.ts'
import { confirmEmail, publishSpace } from './listing.ts'
import { newcomer, publishProfile } from './newcomers.ts'
import { client, pageOf } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

// A space is published in nine steps.
test.describe.configure({ timeout: 120_000 })
/** A professional and a host in the desert, with no one else of the demo data nearby. */
const neighbours = async (browser: Browser) => {
  const where = {
    latitude: 26 + Math.random() * 3,
    longitude: -105 - Math.random() * 3,
    municipalityId: 9015,
  }
  const professional = await newcomer(browser, 'professional')
  await publishProfile(professional, {
    ...where,
    bio: '',
    experienceYears: 3,
    specialties: [],
    categories: ['hair', 'beauty'],
    basePriceCents: 40_000,
    neighbourhood: null,
    hasOwnPlace: true,
  })
  // Search has to index them before any notification can be sent.
  await expect(async () => {
    const found = await professional.request.get(
      `/api/professionals/search?lat=${where.latitude}&lng=${where.longitude}&radiusKm=5`,
    )
    expect(await found.json()).toHaveLength(1)
  }).toPass({ timeout: 20_000 })
  const host = await newcomer(browser, 'host')
  const { email } = await (await host.request.get('/api/auth/user')).json()
  await confirmEmail(host.request, email)
  const publish = async (name: string) => {
    await publishSpace(host.request, {
      businessName: 'Casa Campos',
      name,
      // An address that another host has already published awaits a review by staff.
      address: `Calle ${process.pid} ${Date.now()}`,
      latitude: where.latitude,
      longitude: where.longitude,
      pricePerHourCents: 10_000,
    })
  }
  const listens = (count: number) =>
    expect(async () => {
      const answer = await professional.request.get('/api/notifications/community/count')
      expect(await answer.json()).toEqual({ count })
    }).toPass({ timeout: 20_000 })
  return { professional, host, publish, listens }
}

const sized = async (page: Page, project: string) => {
  await page.setViewportSize(project === 'phone' ? { width: 390, height: 844 } : { width: 1280, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
}

test('the bell announces a new space, opens it in a new tab and then shows no count @desktop', async ({
  browser,
}, { project }) => {
  const { professional: page, publish, listens } = await neighbours(browser)
  await sized(page, project.name)
  const lists: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/notifications/community') lists.push(request.url())
  })
  await page.goto('/')
  await ready(page)
  const bell = page.getByRole('button', { name: /^Notificaciones/ })
  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Notificaciones' })
  await expect(panel.getByText('No tienes notificaciones')).toBeVisible()
  await expect(panel.getByText('Te notificaremos cuando algo interesante pase')).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell).toBeFocused()
  expect(lists).toHaveLength(1)

  for (const name of ['Sillas del patio', 'Sillas del jardín', 'Sillas de arriba']) await publish(name)
  await listens(3)
  await page.reload()
  await ready(page)
  await expect(bell).toHaveAccessibleName('Notificaciones, 3 sin leer')
  expect(lists, 'the list is fetched only while the panel is open').toHaveLength(1)

  await bell.press('Enter')
  await expect(panel.getByText('Tienes 3 notificaciones sin leer')).toBeVisible()
  expect(Math.round((await panel.boundingBox())?.height ?? 0)).toBe(400)
  await expectNoViolations(page)
  await page.keyboard.press('ArrowDown')
  const first = panel.getByRole('listitem').first().getByRole('link')
  await expect(first).toBeFocused()
  await expect(first).toContainText('Cabello')
  await expect(first).toContainText(/hace (unos segundos|\d+ minutos?)/)
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  const notice = await opened
  await expect(notice).toHaveURL(/\/notification\/\d+$/)
  await expect(notice.getByRole('heading', { level: 1, name: /^Espacio nuevo: Sillas/ })).toBeVisible()
  await sized(notice, project.name)
  await expectNoViolations(notice)
  await notice.getByRole('link', { name: 'Ver el espacio' }).click()
  await expect(notice).toHaveURL(/\/space\/\d+/)
  await listens(2)

  await expect(panel.getByText('Tienes 2 notificaciones sin leer')).toBeVisible()
  await panel.getByRole('button', { name: 'Marcar todas como leídas' }).click()
  await listens(0)
  await expect(bell).toHaveAccessibleName('Notificaciones')
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await page.mouse.click(6, 600)
  await expect(panel).toBeHidden()
})

test('opening a notification’s address marks it read, and requesting it does not', async ({ browser }) => {
  const { professional: page, publish, listens } = await neighbours(browser)
  await publish('Sillas de la esquina')
  await listens(1)
  const [notice]: { id: number }[] = await (await page.request.get('/api/notifications/community')).json()
  await page.request.get(`/notification/${notice?.id}`)
  await page.request.get(`/api/notifications/${notice?.id}`)
  await listens(1)
  await page.goto(`/notification/${notice?.id}`)
  await listens(0)
})

test('the notification list shows all or unread, and marks all as read @desktop-deep', async ({ browser }, {
  project,
}) => {
  const { professional: page, publish, listens } = await neighbours(browser)
  await sized(page, project.name)
  await publish('Sillas uno')
  await publish('Sillas dos')
  await listens(2)
  await page.goto('/notifications')
  await ready(page)
  await expect(page.getByRole('heading', { name: 'Notificaciones', level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByText('Tienes 2 notificaciones sin leer')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('tab', { name: 'Sin leer' }).click()
  await expect(page).toHaveURL(/show=unread/)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Marcar todas como leídas' }).click()
  await expect(page.getByText('Leíste todo')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('tab', { name: 'Todas' }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
})

test('requests the count again every half minute, and shows 99+ above 99', async ({ browser }) => {
  const page = await newcomer(browser, 'professional')
  let requested = 0
  await page.route('**/api/notifications/community/count', (route) => {
    requested += 1
    return route.fulfill({ json: { count: requested === 1 ? 99 : 120 } })
  })
  await page.clock.install()
  await page.goto('/')
  const bell = page.getByRole('button', { name: /^Notificaciones/ })
  await expect(bell).toHaveText('99')
  await page.clock.runFor(29_000)
  expect(requested).toBe(1)
  await page.clock.runFor(2_000)
  await expect(bell).toHaveText('99+')
  await expect(bell).toHaveAccessibleName('Notificaciones, 120 sin leer')
})

test('a notification names up to two matching categories, and how many more', async ({ browser }) => {
  const page = await newcomer(browser, 'professional')
  const notice = {
    id: 1,
    type: 'new_space_match',
    title: 'Espacio nuevo: Sala',
    message: 'Sala en la Roma.',
    isRead: false,
    createdAt: new Date(Date.now() - 5 * 60_000).toISOString(),
    matchingCategories: ['yoga', 'pilates', 'meditation', 'fitness'],
  }
  await page.route('**/api/notifications/community', (route) => route.fulfill({ json: [notice] }))
  await page.goto('/')
  await ready(page)
  await page.getByRole('button', { name: /^Notificaciones/ }).click()
  const line = page.getByRole('dialog').getByRole('listitem')
  await expect(line).toContainText('Yoga')
  await expect(line).toContainText('Pilates')
  await expect(line.getByText('+2')).toBeVisible()
  await expect(line.getByText('Meditación')).not.toBeInViewport({ ratio: 0.9 })
  await expect(line).toContainText('hace 5 minutos')
})

test('a list that fails to load shows why and can be requested again', async ({ browser }) => {
  const page = await newcomer(browser, 'professional')
  let broken = true
  await page.route('**/api/notifications/community', (route) =>
    broken ? route.fulfill({ status: 500, body: 'x' }) : route.fulfill({ json: [] }),
  )
  await page.goto('/')
  await ready(page)
  await page.getByRole('button', { name: /^Notificaciones/ }).click()
  await expect(page.getByText('Error del servidor. Por favor intenta más tarde.')).toBeVisible()
  await expectNoViolations(page)
  broken = false
  await page.getByRole('dialog').getByRole('button', { name: 'Intentar de nuevo' }).click()
  await expect(page.getByText('No tienes notificaciones')).toBeVisible()
})

test('a client has no bell, and is shown where their notifications are', async ({ browser }) => {
  const page = await pageOf(browser, client.email)
  await page.goto('/notifications')
  await expect(page.getByRole('heading', { name: 'Tus avisos llegan a tu correo' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Notificaciones/ })).toHaveCount(0)
})

test('notification preferences are set in a table and saved @desktop', async ({ browser }, { project }) => {
  const page = await newcomer(browser, 'host')
  await sized(page, project.name)
  await page.goto('/host-dashboard?tab=profile&section=notifications')
  await ready(page)
  await expectNoViolations(page)
  const emails = page.getByRole('checkbox', { name: 'Profesionales nuevos, por correo' })
  await expect(emails).not.toBeChecked()
  await emails.check()
  await page.getByLabel('Desde').fill('23:30')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Guardamos cómo quieres enterarte.').first()).toBeVisible()
  await page.reload()
  await expect(emails).toBeChecked()
  await expect(page.getByLabel('Desde')).toHaveValue('23:30')
})

test('a client chooses the channel for requests that need their answer @desktop-deep', async ({ browser }, {
  project,
}) => {
  const page = await newcomer(browser, 'client')
  await sized(page, project.name)
  await page.goto('/settings?section=notifications')
  await ready(page)
  const requested = (way: string) => page.getByRole('checkbox', { name: `Respuestas que te piden, ${way}` })
  await expect(requested('por WhatsApp')).toBeChecked()
  await expect(requested('en tus dispositivos')).toBeChecked()
  await expect(requested('por SMS')).not.toBeChecked()
  // The email with the question is always sent: there is nothing to choose.
  await expect(requested('por correo')).toHaveCount(0)
  await requested('por SMS').focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Guardamos cómo quieres enterarte.').first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.reload()
  await expect(requested('por SMS')).toBeChecked()
})
