/**
 * A browser that receives a notification while no page of Kalli is open: the service worker shows it, pressing it opens the visit, and a
 * signed-out browser receives no more.
 */
import { expect, type Page } from '@playwright/test'
import { bookAsGuest, dateAhead, emailOf, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** A headless browser cannot show notifications: its worker emulates the operating system. */
const tray = `if (self.shown === undefined) {
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
  }
}`

type Notice = { title: string; body: string; tag: string }

/**
 * The push service of this browser, and its shown notifications. A busy browser still names registrations of earlier journeys and may have
 * restarted the worker; their numbers do not show which is the newest. So a message goes to every registration of this origin (those
 * without a worker drop it), and every worker of this context has a tray.
 */
const pushServiceOf = async (page: Page) => {
  const context = page.context()
  const { origin } = new URL(page.url())
  const workers = async () => {
    const all = context.serviceWorkers()
    if (all.length === 0) throw new Error('this browser has no service worker')
    for (const worker of all) await worker.evaluate(tray)
    return all
  }
  const gathered = async <What>(expression: string) => {
    const found: What[] = []
    for (const worker of await workers()) found.push(...(await worker.evaluate<What[]>(expression)))
    return found
  }
  await workers()
  const devtools = await context.newCDPSession(page)
  const registered = new Set<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, scopeURL, isDeleted } of registrations)
      if (isDeleted) registered.delete(registrationId)
      else if (new URL(scopeURL).origin === origin) registered.add(registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  await expect.poll(() => registered.size).toBeGreaterThan(0)
  return {
    deliver: async (message: object) => {
      await workers()
      const data = JSON.stringify(message)
      for (const registrationId of registered)
        await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    },
    shown: () => gathered<Notice>('self.shown'),
    opened: () => gathered<string>('self.opened'),
    press: async () => {
      for (const worker of await workers())
        await worker.evaluate('self.shown[0] && self.press(self.shown[0])')
    },
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
  // Her agenda starts the worker, as the notification prompt would where there is a push service.
  await page.goto('/professional-appointments')
  await ready(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const service = await pushServiceOf(page)

  // The messages to her browsers, as the local telephone shows them.
  const telephone = await (await browser.newContext()).newPage()
  const left = telephone
    .getByRole('listitem')
    .filter({ has: telephone.getByText(`account-${account}`, { exact: true }) })
    // The approval of her application may still be on its way when she subscribes.
    .filter({ hasText: 'Corte y peinado' })
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

  // Signed out, her browser no longer gets her notices: the next one goes to her mailbox.
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
