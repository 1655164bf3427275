/** A full day: somebody asks to be told, the hour is given back and held for them, and they take it by the one link. */
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { openLink } from './letters.ts'
import { letIn, newcomer, salonOf, stylistNear } from './newcomers.ts'
import { someone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const dayMs = 86_400_000
/** A date at the stylist's place. */
const dateAhead = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(Date.now() + days * dayMs)

test('a client waits for a full day, is offered what opens, lets one pass and takes the next; a visitor confirms by letter', async ({
  browser,
}) => {
  // Three newcomers, a listing with its photos, and the looks at five screens.
  test.setTimeout(240_000)
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
  const address = `/booking?professional=${stylist.professionalId}&service=${stylist.serviceId}`
  await client.goto(address)
  await ready(client)
  await client.getByRole('group', { name: 'Elige un día' }).getByRole('button').nth(5).click()
  await client.getByRole('button', { name: 'Avísame si se abre un lugar' }).click()
  const dialog = client.getByRole('dialog', { name: 'Avísame si se abre un lugar' })
  await expect(dialog.getByLabel('Desde')).toHaveValue(day)
  await dialog.getByLabel('Hasta').fill(day)
  await expectAccessible(client, 'to wait for a time')
  await dialog.getByRole('button', { name: 'Esperar un lugar' }).click()
  await client
    .getByRole('dialog', { name: 'Ya estás en la lista' })
    .getByRole('button', { name: 'Entendido' })
    .click()

  const visitor = await (await browser.newContext()).newPage()
  const other = someone()
  // For a visit of two people, which takes longer.
  await visitor.goto(`${address}&also=${beard}`)
  await ready(visitor)
  await visitor.getByRole('group', { name: 'Elige un día' }).getByRole('button').nth(5).click()
  await visitor.getByRole('button', { name: 'Avísame si se abre un lugar' }).click()
  const form = visitor.getByRole('dialog', { name: 'Avísame si se abre un lugar' })
  await expect(form.getByText(/ \+ Barba, para 2 personas juntas\. En cuanto/)).toBeVisible()
  await form.getByLabel('Hasta').fill(day)
  await form.getByLabel('Nombre').fill(other.firstName)
  await form.getByLabel('Correo').fill(other.email)
  await form.getByRole('button', { name: 'Esperar un lugar' }).click()
  await expect(visitor.getByRole('dialog', { name: 'Ya estás en la lista' })).toContainText('Falta un paso')
  await openLink(visitor, other.email, 'Confirma tu espera')
  await visitor.getByRole('button', { name: 'Confirmar mi espera' }).click()
  await expect(visitor.getByText('En espera')).toBeVisible()
  await expectAccessible(visitor, 'a visitor who waits')

  await stylist.page.goto('/professional-appointments?tab=waitlist')
  await ready(stylist.page)
  await expect(stylist.page.getByText(/ \+ Barba: 1 en espera$/)).toBeVisible()
  await expect(stylist.page.getByText(/ · para 2 personas juntas$/)).toBeVisible()
  await expect(stylist.page.getByText('Jimena')).toHaveCount(0)
  await expectAccessibleEverywhere(stylist.page)

  // An hour and a half opens: the one who asked first has an hour of it, until they let it pass.
  await openOn(600, 690)
  await client.goto('/my-bookings?tab=waitlist')
  await ready(client)
  await expect(async () => {
    await client.reload()
    await expect(client.getByText('Lugar apartado')).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 40_000 })
  await expectAccessibleEverywhere(client)
  await client.getByRole('link', { name: 'Ver el lugar' }).click()
  await expect(client.getByRole('heading', { name: 'Se abrió un lugar para ti' })).toBeVisible()
  await expectAccessibleEverywhere(client)
  await client.getByRole('button', { name: 'Rechazar' }).click()
  await client.getByRole('button', { name: 'Dejar pasar' }).click()
  await expect(client.getByRole('heading', { name: 'Lo dejaste pasar' })).toBeVisible()

  // The visitor is next, and has the whole of it.
  await openLink(visitor, other.email, 'Se abrió un lugar')
  await visitor.getByRole('button', { name: 'Aceptar y pagar $800' }).click()
  await expect(visitor).toHaveURL(/\/dynamic-checkout/)
  await expect(visitor.getByLabel('Nombre', { exact: true })).toHaveValue(other.firstName)
  await expect(visitor.getByText('2 personas, en este orden')).toBeVisible()
})
