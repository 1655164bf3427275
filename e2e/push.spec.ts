/**
 * A browser that receives a notification while no page of Kalli is open: the service worker shows it, pressing it opens the visit, and a
 * browser that signed out receives nothing any more.
 */
import { expect, type Page } from '@playwright/test'
import { bookAsGuest, dateAhead, emailOf, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** A headless browser has no place for notifications and may open none: its worker emulates the operating system. */
const tray = `
  self.shown = []
  self.opened = []
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    self.shown = [...self.shown.filter(({ tag }) => tag !== options.tag), { title, ...options }]
  }
  Clients.prototype.openWindow = async (address) => void self.opened.push(address)
  self.press = (notice) => {
    const event = new ExtendableEvent('notificationclick')
    const close = () => (self.shown = self.shown.filter(({ tag }) => tag !== notice.tag))
    Object.defineProperty(event, 'notification', { value: { ...notice, close } })
    self.dispatchEvent(event)
  }`

type Notice = { title: string; body: string; tag: string }

/** The push service of this browser, and what lies in its tray. */
const pushServiceOf = async (page: Page) => {
  const context = page.context()
  const { origin } = new URL(page.url())
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('this browser has no service worker')
  await worker.evaluate(tray)
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      // A used browser context also names those of earlier journeys, deleted or about to be: the newest is this page's.
      const own = registrations
        .filter(({ scopeURL, isDeleted }) => !isDeleted && new URL(scopeURL).origin === origin)
        .map(({ registrationId }) => Number(registrationId))
      if (own.length > 0) resolve(String(Math.max(...own)))
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  return {
    deliver: (message: object) =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data: JSON.stringify(message),
      }),
    shown: () => worker.evaluate<Notice[]>('self.shown'),
    opened: () => worker.evaluate<string[]>('self.opened'),
    press: () => worker.evaluate('self.press(self.shown[0])'),
  }
}

test('a push notification reaches the subscribed browser and opens the visit; after sign-out none arrives', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Abril')
  await letIn(salon, stylist)
  const { page } = stylist
  const email = await emailOf(page)
  const { id: account }: { id: number } = await (await page.request.get('/api/auth/user')).json()
  // Also at night: a gate runs at any hour.
  const settings = await (await page.request.get('/api/notifications/settings')).json()
  const awake = await page.request.put('/api/notifications/settings', {
    data: { events: [], quiet: null, version: settings.version },
  })
  expect(awake.status(), await awake.text()).toBe(200)
  await page.goto('/settings?section=notifications')
  await ready(page)
  await page.getByRole('button', { name: 'Avisarme en este dispositivo' }).click()
  const devices = page.getByRole('list', { name: 'Dispositivos con avisos' })
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  // Her agenda brings the worker, as the question for notices would where there is a push service.
  await page.goto('/professional-appointments')
  await ready(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const service = await pushServiceOf(page)

  // What leaves for her browsers, as the local telephone shows it.
  const telephone = await (await browser.newContext()).newPage()
  const left = telephone
    .getByRole('listitem')
    .filter({ has: telephone.getByText(`account-${account}`, { exact: true }) })
  const date = dateAhead(4)
  await bookAsGuest(browser, stylist, salon.spaceId, date, 2)
  await expect(async () => {
    await telephone.goto('/dev/push')
    await expect(left).toHaveCount(1, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  const [title = '', ...rest] = (await left.locator('b').innerText()).split('\n')
  const address = new URL(rest.pop() ?? '')
  const message = {
    title,
    body: rest.join('\n'),
    path: address.pathname + address.search,
    tag: 'visita',
    receipt: 'sin-acuse',
  }

  // No page of Kalli is open; a duplicate is shown once.
  await page.goto('about:blank')
  await expect(async () => {
    await service.deliver(message)
    await service.deliver(message)
    await expect.poll(service.shown).toMatchObject([{ title, body: message.body }])
  }).toPass({ timeout: 40_000 })
  expect(`${title} ${message.body}`).toContain('Corte y peinado')
  await service.press()
  await expect.poll(service.opened).toEqual([address.href])
  expect(await service.shown()).toEqual([])
  await page.goto(address.href)
  await ready(page)
  const visit = page.getByRole('dialog', { name: /^Lucía Nava/ })
  await expect(visit.getByText('Corte y peinado').first()).toBeVisible()
  await visit.getByRole('button', { name: 'Cerrar' }).click()

  // Signed out, her browser is no longer hers: what comes next goes to her mailbox.
  await page.getByRole('button', { name: /Menú de Abril/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL('/')
  await bookAsGuest(browser, stylist, salon.spaceId, date, 5)
  const mailbox = telephone.getByRole('listitem').filter({ hasText: 'Corte y peinado' })
  await expect(async () => {
    await telephone.goto(`/dev/mail?to=${encodeURIComponent(email)}`)
    await expect(mailbox.first()).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  await telephone.goto('/dev/push')
  await expect(left).toHaveCount(1)
  expect(await service.shown()).toEqual([])
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.ready).pushManager.getSubscription()),
  ).toBeNull()
})
