/** Two people with their browsers open side by side write to each other. */
import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { pressByKey, reach } from './keys.ts'
import { anyPhoto } from './listing.ts'
import { bookAsGuest, dateAhead, hoursOf, letIn, newcomer, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.describe.configure({ timeout: 120_000 })

const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: /^Mensaje para/ }).fill(text)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
}

const log = (page: Page) => page.getByRole('log', { name: 'Mensajes recientes' })

test('an applicant and a host message each other beside the application and in the list, and nothing typed is lost @desktop', async ({
  browser,
}) => {
  test.slow()
  const salon = await salonOf(browser, ['Silla 1'])
  let { page } = await stylistNear(browser, salon, 'Renata')
  const context = page.context()
  const draft = await page.request.post('/api/applications', {
    data: { spaceId: salon.spaceId, terms: { rent: { kind: 'per_hour', ratePerHourCents: 12_000 } } },
  })
  const { id, version }: { id: number; version: number } = await draft.json()
  const sent = await page.request.post(`/api/applications/${id}/submit`, { data: { version } })
  expect(sent.status(), await sent.text()).toBe(200)

  await page.goto(`/space-applications?application=${id}`)
  await ready(page)
  let beside = page.getByRole('button', { name: /^Mensajes con/ })
  await beside.click()
  await expect(page.getByText('Aún no hay mensajes')).toBeVisible()
  await write(page, 'Hola, mi cel es 55 1234 5678')
  await expect(log(page)).toContainText('Hola, mi cel es [teléfono oculto]')

  const host = salon.page
  await host.goto('/messages')
  await ready(host)
  await host.getByRole('link', { name: /Renata/ }).click()
  await expect(log(host)).toContainText('[teléfono oculto]')
  await expect(log(page)).toContainText('Leído')
  await write(host, 'Ven el jueves por la tarde')
  await expect(log(page)).toContainText('Ven el jueves por la tarde')
  await expectAccessible(page, 'beside the application')
  await expectAccessibleEverywhere(host)

  // A photo, and a message sent while offline.
  await page.getByLabel('Elegir una foto').setInputFiles({
    name: 'mi-trabajo.jpg',
    mimeType: 'image/jpeg',
    buffer: await anyPhoto(),
  })
  await expect(host.getByRole('img', { name: 'Foto que recibiste' })).toBeVisible()
  await context.setOffline(true)
  await write(page, 'Ahí estaré')
  await page.getByLabel('Elegir una foto').setInputFiles({
    name: 'otra.jpg',
    mimeType: 'image/jpeg',
    buffer: await anyPhoto(),
  })
  await expect(page.getByText('Sin enviar. Lo intentamos de nuevo solos.')).toHaveCount(2)
  await expect(page.getByText('Lo que envíes sale solo cuando regrese.')).toBeVisible({ timeout: 15_000 })
  await expectAccessible(page, 'what was not sent yet')
  // Nothing is pressed: once online it is sent, also after the page was left meanwhile.
  await page.close()
  page = await context.newPage()
  await context.setOffline(false)
  await page.goto(`/space-applications?application=${id}`)
  await ready(page)
  beside = page.getByRole('button', { name: /^Mensajes con/ })
  await beside.click()
  await expect(log(host)).toContainText('Ahí estaré')
  await expect(host.getByRole('img', { name: 'Foto que recibiste' })).toHaveCount(2)
  await expect(page.getByText('Sin enviar. Lo intentamos de nuevo solos.')).toHaveCount(0)
  await page.getByRole('textbox', { name: /^Mensaje para/ }).fill('Sin terminar')
  await page.reload()
  await ready(page)
  await beside.click()
  await expect(page.getByRole('textbox', { name: /^Mensaje para/ })).toHaveValue('Sin terminar')

  // A participant who misbehaves.
  const more = host.getByRole('button', { name: 'Más opciones' })
  await more.click()
  await host.getByRole('menuitem', { name: 'Reportar un mensaje' }).click()
  await host.getByRole('dialog', { name: 'Reportar un mensaje' }).getByLabel('Motivo').selectOption('outside')
  await expectAccessible(host, 'the report')
  await host.getByRole('button', { name: 'Enviar reporte' }).click()
  await expect(host.getByText('Gracias por avisar').first()).toBeVisible()
  await more.click()
  await host.getByRole('menuitem', { name: 'Bloquear' }).click()
  await host.getByRole('dialog').getByRole('button', { name: 'Bloquear' }).click()
  await expect(host.getByText('Desbloquéala para escribirle')).toBeVisible()
  await expect(page.getByText('Esta conversación no recibe mensajes por ahora.')).toBeVisible()
  await more.click()
  await host.getByRole('menuitem', { name: 'Desbloquear' }).click()
  await expect(page.getByRole('textbox', { name: /^Mensaje para/ })).toHaveValue('Sin terminar')

  // Blocked again, and unblocked in the settings.
  await more.click()
  await host.getByRole('menuitem', { name: 'Bloquear' }).click()
  await host.getByRole('dialog').getByRole('button', { name: 'Bloquear' }).click()
  await expect(host.getByText('Desbloquéala para escribirle')).toBeVisible()
  await host.goto('/host-dashboard?tab=profile&section=privacy')
  const blocked = host.getByRole('list', { name: 'Personas bloqueadas' })
  await expect(blocked.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(host, 'whom one blocked')
  await blocked.getByRole('button', { name: /^Desbloquear a / }).click()
  await expect(host.getByText('No has bloqueado a nadie.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Mensaje para/ })).toHaveValue('Sin terminar')
})

test('a client and a professional message each other beside the booking, telephones included, by keyboard alone @desktop-deep', async ({
  browser,
}, { project }) => {
  test.slow()
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Rocío')
  await letIn(salon, stylist)
  const client = await newcomer(browser, 'client', 'Lucía')
  const date = dateAhead(1)
  const [slot] = await hoursOf(client.request, stylist, salon.spaceId, date)
  const hold = await client.request.post('/api/holds', { data: { slotToken: slot?.token } })
  const { id: holdId }: { id: string } = await hold.json()
  const { email }: { email: string } = await (await client.request.get('/api/auth/user')).json()
  const made = await client.request.post('/api/bookings', {
    data: {
      holdId,
      contact: { firstName: 'Lucía', lastName: 'Nava', email, phone: '+525511112222' },
      payment: { method: 'card', token: 'tok_ok' },
    },
  })
  expect(made.status(), await made.text()).toBe(201)

  await client.goto('/my-bookings')
  await ready(client)
  await pressByKey(client, client.getByRole('button', { name: /^Mensajes con/ }))
  await reach(client, client.getByRole('textbox', { name: 'Mensaje para Rocío Campos' }))
  await client.keyboard.type('Mi otro cel es 55 9876 5432')
  await client.keyboard.press('Tab')
  await client.keyboard.press('Enter')
  await expect(log(client)).toContainText('55 9876 5432')
  if (project.name === 'phone') await expectAccessible(client, 'beside the booking')

  const { page } = stylist
  await page.goto('/messages')
  await ready(page)
  await pressByKey(page, page.getByRole('link', { name: /Lucía Nava/ }))
  await expect(log(page)).toContainText('55 9876 5432')
  await reach(page, page.getByRole('textbox', { name: /^Mensaje para/ }))
  await page.keyboard.type('Anotado, nos vemos mañana')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(log(client)).toContainText('Anotado, nos vemos mañana')
  await client.keyboard.press('Escape')
  await expect(client.getByRole('button', { name: /^Mensajes con/ })).toBeFocused()
})

test('a guest writes by the link of their visit and is answered at once, and without the link cannot read the messages', async ({
  browser,
  page: guest,
}) => {
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Rocío')
  await letIn(salon, stylist)
  const visit = await bookAsGuest(browser, stylist, salon.spaceId, dateAhead(2), 1)
  await guest.goto(visit.link)
  await ready(guest)
  await guest.getByRole('button', { name: /^Mensajes con/ }).click()
  await write(guest, '¿Hay dónde dejar la bici?')
  await expect(log(guest)).toContainText('¿Hay dónde dejar la bici?')
  await expectAccessible(guest, 'beside the visit of a guest')

  const { page } = stylist
  await page.goto('/messages')
  await ready(page)
  await page.getByRole('link', { name: /Lucía Nava/ }).click()
  await expect(log(page)).toContainText('¿Hay dónde dejar la bici?')
  await expect(log(guest)).toContainText('Leído')
  await write(page, 'Sí, en el patio.')
  await expect(log(guest)).toContainText('Sí, en el patio.')
  // The link is their only credential.
  const of = `/api/conversations/booking/${visit.id}`
  const t = new URL(visit.link, 'http://kalli.test').searchParams.get('t') ?? ''
  expect((await guest.request.get(`${of}?t=${encodeURIComponent(t)}`)).status()).toBe(200)
  for (const other of ['', `?t=${encodeURIComponent(`${t.slice(0, -2)}xx`)}`])
    expect((await guest.request.get(of + other)).status(), other).toBe(404)
})

/** The two parties of an application, each with their own browser. */
const applicationOf = async (browser: Browser) => {
  const salon = await salonOf(browser, ['Silla 1'])
  const { page } = await stylistNear(browser, salon, 'Renata')
  const draft = await page.request.post('/api/applications', {
    data: { spaceId: salon.spaceId, terms: { rent: { kind: 'per_hour', ratePerHourCents: 12_000 } } },
  })
  const { id, version }: { id: number; version: number } = await draft.json()
  await page.request.post(`/api/applications/${id}/submit`, { data: { version } })
  const say = async (who: Page, text: string) => {
    const answer = await who.request.post(`/api/conversations/application/${id}/messages`, {
      data: { id: crypto.randomUUID(), text },
    })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  return { id, page, host: salon.page, say }
}

test('a new message arrives at once over the stream, and by polling when the stream fails', async ({
  browser,
}) => {
  test.slow()
  const { id, page, host, say } = await applicationOf(browser)
  let looks = 0
  page.on('request', (request) => {
    if (request.method() === 'GET' && /\/api\/conversations\/application\/\d+(?:\?|$)/.test(request.url()))
      looks += 1
  })
  await page.clock.install()
  await page.goto(`/messages?with=application.${id}.professional`)
  await ready(page)
  await expect(page.getByRole('textbox', { name: /^Mensaje para/ })).toBeVisible()
  // While online there is no polling every five seconds: new messages arrive over the connection.
  await expect(async () => {
    looks = 0
    await page.clock.fastForward(20_000)
    await page.waitForTimeout(300)
    expect(looks).toBe(0)
  }).toPass({ timeout: 15_000 })
  await say(host, 'Por la línea')
  await expect(log(page)).toContainText('Por la línea', { timeout: 4_000 })

  await page.route('**/api/conversations/events*', (route) => route.abort())
  await page.reload()
  await ready(page)
  await expect(log(page)).toContainText('Por la línea')
  await say(host, 'Sin la línea')
  await page.clock.fastForward(5_000)
  await expect(log(page)).toContainText('Sin la línea')
})

test('shows the unread count on the button, in the menu and in the list, and removes it once read', async ({
  browser,
}) => {
  test.slow()
  const { id, page, host, say } = await applicationOf(browser)
  await say(host, 'Una')
  await say(host, 'Otra')
  await page.goto(`/space-applications?application=${id}`)
  await ready(page)
  await expect(page.getByRole('button', { name: /^Mensajes con .*, 2 sin leer$/ })).toBeVisible()
  await page.goto('/messages')
  await ready(page)
  await expect(page.getByRole('link', { name: /2 sin leer/ })).toBeVisible()
  await page.getByRole('link', { name: /2 sin leer/ }).click()
  await expect(log(page)).toContainText('Otra')
  await expect(page.getByRole('link', { name: /sin leer/ })).toHaveCount(0)
  await page.goto(`/space-applications?application=${id}`)
  await ready(page)
  await expect(page.getByRole('button', { name: /^Mensajes con [^,]*$/ })).toBeVisible()
})
