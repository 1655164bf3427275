/** A full day: a client joins the waitlist, the hour is released and held for them, and they take it by the one link. */
import { dayMs } from '#contract/platform/duration.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { chooseDayByKey, handsOn } from './keys.ts'
import { openLink } from './emails.ts'
import { letIn, newcomer, salonOf, stylistNear } from './newcomers.ts'
import { cards, chooseDay, someone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** A date at the stylist's place. */
const dateAhead = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(Date.now() + days * dayMs)

test('a client on the waitlist lets an offer pass, and a visitor confirmed by email is next and books it @desktop-deep', async ({
  browser,
}, { project }) => {
  // Three newcomers, a listing with its photos, and checks of five screens: once, on the phone.
  test.setTimeout(240_000)
  const isPhone = project.name === 'phone'
  const look = (page: Page, how: string) => (isPhone ? expectAccessible(page, how) : undefined)
  const goToDay = isPhone ? chooseDay : chooseDayByKey
  const lookEverywhere = (page: Page) => (isPhone ? expectAccessibleEverywhere(page) : undefined)
  const salon = await salonOf(browser, ['Silla 1'], undefined, { capacity: 2 })
  const stylist = await stylistNear(browser, salon, 'Ofelia')
  await letIn(salon, stylist)
  const day = dateAhead(5)
  const openOn = async (fromMinute: number, toMinute: number) => {
    const windows = fromMinute === toMinute ? [] : [{ fromMinute, toMinute }]
    const saved = await stylist.page.request.post('/api/availability/exceptions', {
      data: { date: day, windows },
      headers: { 'idempotency-key': `${day}-${fromMinute}-${toMinute}` },
    })
    expect(saved.status(), await saved.text()).toBe(200)
  }
  await openOn(0, 0)
  const second = await stylist.page.request.post('/api/professional/services', {
    data: { name: 'Barba', category: 'hair', durationMinutes: 30, priceCents: 20_000 },
    headers: { 'idempotency-key': `${day}-beard` },
  })
  expect(second.status(), await second.text()).toBe(201)
  const { id: beard }: { id: number } = await second.json()

  const client = await newcomer(browser, 'client', 'Jimena')
  const clients = handsOn(client, project)
  const address = `/booking?professional=${stylist.professionalId}&service=${stylist.serviceId}`
  await client.goto(address)
  await ready(client)
  await goToDay(client, 5)
  // The next free time is shown too.
  await expect(client.getByText('Después hay lugar:')).toBeVisible()
  await clients.press(client.getByRole('button', { name: 'Avísame si se abre un lugar' }))
  const dialog = client.getByRole('dialog', { name: 'Avísame si se abre un lugar' })
  await expect(dialog.getByLabel('Desde')).toHaveValue(day)
  await clients.date(dialog.getByLabel('Hasta'), day)
  await look(client, 'to wait for a time')
  await clients.press(dialog.getByRole('button', { name: 'Esperar un lugar' }))
  await clients.press(
    client.getByRole('dialog', { name: 'Ya estás en la lista' }).getByRole('button', { name: 'Entendido' }),
  )

  const visitor = await (await browser.newContext()).newPage()
  const visitors = handsOn(visitor, project)
  const other = someone()
  // For a visit of two people, which takes longer.
  await visitor.goto(`${address}&also=${beard}`)
  await ready(visitor)
  await goToDay(visitor, 5)
  await visitors.press(visitor.getByRole('button', { name: 'Avísame si se abre un lugar' }))
  const form = visitor.getByRole('dialog', { name: 'Avísame si se abre un lugar' })
  await expect(form.getByText(/ \+ Barba, para 2 personas juntas\. En cuanto/)).toBeVisible()
  await visitors.date(form.getByLabel('Hasta'), day)
  await visitors.write(form.getByLabel('Nombre'), other.firstName)
  await visitors.press(form.getByRole('button', { name: 'Avísame por correo' }))
  await visitors.write(form.getByLabel('Correo'), other.email)
  await visitors.press(form.getByRole('button', { name: 'Esperar un lugar' }))
  await expect(visitor.getByRole('dialog', { name: 'Ya estás en la lista' })).toContainText('Falta un paso')
  await openLink(visitor, other.email, 'Confirma tu espera')
  await visitors.press(visitor.getByRole('button', { name: 'Confirmar mi espera' }))
  await expect(visitor.getByText('En espera')).toBeVisible()
  await look(visitor, 'a visitor who waits')

  await stylist.page.goto('/professional-appointments?tab=waitlist')
  await ready(stylist.page)
  await expect(stylist.page.getByText(/ \+ Barba: 1 en espera$/)).toBeVisible()
  await expect(stylist.page.getByText(/ · para 2 personas juntas$/)).toBeVisible()
  await expect(stylist.page.getByText('Jimena')).toHaveCount(0)
  await lookEverywhere(stylist.page)

  // An hour and a half opens: an hour of it is held for the earliest waitlist entry, until that lapses.
  await openOn(600, 690)
  await client.goto('/my-bookings?tab=waitlist')
  await ready(client)
  await expect(async () => {
    await client.reload()
    await expect(client.getByText('Lugar apartado')).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 40_000 })
  await lookEverywhere(client)
  await clients.press(client.getByRole('link', { name: 'Ver el lugar' }))
  await expect(client.getByRole('heading', { name: 'Se abrió un lugar para ti' })).toBeVisible()
  await lookEverywhere(client)
  await clients.press(client.getByRole('button', { name: 'Rechazar' }))
  await clients.press(client.getByRole('button', { name: 'Dejar pasar' }))
  await expect(client.getByRole('heading', { name: 'Lo dejaste pasar' })).toBeVisible()

  // The visitor is next, has the whole of it, and books it.
  await openLink(visitor, other.email, 'Se abrió un lugar')
  await visitors.press(visitor.getByRole('button', { name: 'Aceptar y pagar $800' }))
  await expect(visitor).toHaveURL(/\/dynamic-checkout/)
  await expect(visitor.getByLabel('Nombre', { exact: true })).toHaveValue(other.firstName)
  await expect(visitor.getByText('2 personas, en este orden')).toBeVisible()
  await ready(visitor)
  await visitors.write(visitor.getByLabel('Teléfono'), other.phone)
  await visitors.write(visitor.getByLabel('Nombre de la persona 2'), 'Tadeo')
  await visitors.write(visitor.getByLabel('Número de tarjeta'), cards.accepted)
  await visitors.write(visitor.getByLabel('Vence (MM/AA)'), '08/31')
  await visitors.write(visitor.getByLabel('CVC'), '123')
  await visitors.press(visitor.getByRole('button', { name: 'Pagar $800' }))
  await expect(visitor.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  const id = new URL(visitor.url()).searchParams.get('id') ?? ''
  const booked = await (await stylist.page.request.get(`/api/bookings/${id}?as=professional`)).json()
  expect(booked.status).toBe('confirmed')
  await stylist.page.goto(`/professional-appointments?date=${day}`)
  await ready(stylist.page)
  await expect(stylist.page.getByRole('listitem').filter({ hasText: other.firstName }).first()).toBeVisible()
})
