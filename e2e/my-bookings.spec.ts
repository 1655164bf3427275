/** A client's home and list: the next visit is open, every other one is a row, and all actions are in its sheet. */
import { expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { pressByKey } from './keys.ts'
import {
  dateAhead,
  hoursOf,
  letIn,
  newcomer,
  salonOf,
  servingNow,
  type Stylist,
  stylistNear,
} from './newcomers.ts'
import { pageOf } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.describe.configure({ timeout: 180_000 })

/** Books the first free hour of each day. */
const bookDays = async (client: Page, stylist: Stylist, spaceId: number, days: readonly number[]) => {
  const { email }: { email: string } = await (await client.request.get('/api/auth/user')).json()
  for (const day of days) {
    const [slot] = await hoursOf(client.request, stylist, spaceId, dateAhead(day))
    const hold = await client.request.post('/api/holds', { data: { slotToken: slot?.token } })
    expect(hold.status(), await hold.text()).toBe(201)
    const { id: holdId }: { id: string } = await hold.json()
    const made = await client.request.post('/api/bookings', {
      data: {
        holdId,
        contact: { firstName: 'Lucía', lastName: 'Nava', email, phone: '+525511112222' },
        payment: { method: 'card', token: 'tok_ok' },
      },
    })
    expect(made.status(), await made.text()).toBe(201)
  }
}

test('nine visits fit in three phone screens, the next one is open, and each sheet has every action @desktop', async ({
  browser,
}, { project }) => {
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Rocío')
  await letIn(salon, stylist)
  const client = await newcomer(browser, 'client', 'Lucía')
  await bookDays(client, stylist, salon.spaceId, [1, 2, 3, 4, 5, 6, 7, 8, 9])

  await client.goto('/my-bookings')
  await ready(client)
  const rows = client.getByRole('tabpanel').getByRole('listitem')
  await expect(rows).toHaveCount(9)
  const height = await client.evaluate(() => document.documentElement.scrollHeight)
  if (project.name === 'phone') expect(height).toBeLessThanOrEqual(2_400)

  // The next one is open, with the most frequent actions.
  const next = rows.first()
  await expect(next.getByText('Código de llegada')).toBeVisible()
  await expect(next.getByRole('link', { name: 'Cómo llegar' })).toBeVisible()
  await expect(next.getByRole('button', { name: /^Mensajes con/ })).toBeVisible()
  await expect(next.getByRole('button', { name: 'Cambiar hora' })).toBeVisible()
  await expectAccessibleEverywhere(client)

  // By keyboard: the sheet of the last visit, everything in it, a dialog over it, and the focus returns to each opener.
  const last = rows.last().getByRole('button')
  await pressByKey(client, last)
  const sheet = client.getByRole('dialog')
  for (const name of ['Ver recibo', /^Mensajes con/, 'Cambiar hora', 'Repetir', 'Cancelar cita'])
    await expect(sheet.getByRole('button', { name })).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'Cómo llegar' })).toBeVisible()
  await expect(sheet.getByText('Código de llegada')).toBeVisible()
  await expectAccessibleEverywhere(client)
  const receipt = sheet.getByRole('button', { name: 'Ver recibo' })
  await pressByKey(client, receipt)
  await expect(client.getByRole('dialog', { name: /^(Recibo|Tu recibo)/ })).toBeVisible()
  await client.keyboard.press('Escape')
  await expect(receipt).toBeFocused()
  await client.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(last).toBeFocused()

  // Cancelled from its sheet: the row leaves the list, and the sheet shows the outcome.
  await last.click()
  await sheet.getByRole('button', { name: 'Cancelar cita' }).click()
  await client.getByRole('dialog').getByRole('button', { name: 'Cancelar sin costo' }).click()
  await expect(client.getByRole('dialog').getByText('La cancelaste')).toBeVisible()
  await sheet.getByRole('button', { name: 'Cerrar' }).click()
  await expect(rows).toHaveCount(8)
  await client.context().close()
})

test('a client’s home shows the next visit, and the professionals visited and saved with their hours @desktop', async ({
  browser,
}) => {
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Rocío')
  await letIn(salon, stylist)
  const client = await newcomer(browser, 'client', 'Lucía')
  await client.goto('/')
  await ready(client)
  await expect(client.getByRole('heading', { level: 1, name: 'Hola, Lucía' })).toBeVisible()
  // No visits yet: the search comes first.
  await expect(client.getByRole('heading', { name: 'Tu próxima cita' })).toHaveCount(0)
  await expect(client.getByRole('button', { name: 'Buscar', exact: true })).toBeVisible()

  await bookDays(client, stylist, salon.spaceId, [2])
  const stored = await client.request.put(`/api/favourites/professional/${stylist.professionalId}`)
  expect(stored.status()).toBe(200)
  // Rendered by the server, before any script.
  const drawn = await (await client.request.get('/', { headers: { accept: 'text/html' } })).text()
  expect(drawn).toContain('Código de llegada')
  await client.goto('/')
  await ready(client)
  const next = client.getByRole('region', { name: 'Tu próxima cita' })
  await expect(next.getByText('Código de llegada')).toBeVisible()
  await expect(next.getByRole('link', { name: 'Cómo llegar' })).toBeVisible()
  await expect(next.getByRole('button', { name: 'Cambiar hora' })).toBeVisible()
  await expectAccessibleEverywhere(client)
  const saved = client.getByRole('region', { name: 'Tus guardados, con lugar esta semana' })
  const hour = saved
    .getByRole('list', { name: /^Horarios de Rocío/ })
    .getByRole('link')
    .first()
  await expect(hour).toHaveText(/\d{2}:\d{2}.*\$/)
  // By keyboard; one press holds it.
  await pressByKey(client, hour)
  await expect(client).toHaveURL(/\/dynamic-checkout\?hold=/)
  await expect(client.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  await client.context().close()
})

test('"Reservar otra vez" on the home offers the same visit at its next hours, one press from checkout @desktop', async ({
  browser,
}) => {
  const client = await pageOf(browser, 'clienta@kalli.test')
  await client.goto('/')
  await ready(client)
  const again = client.getByRole('region', { name: 'Reservar otra vez' })
  const hours = again.getByRole('list', { name: /^Horarios de/ }).first()
  const hour = hours.getByRole('link').first()
  await expect(hour).toHaveText(/\d{2}:\d{2}.*\$/)
  await expectAccessibleEverywhere(client)
  // For a new tab, its address is that visit with the hour chosen.
  await expect(hour).toHaveAttribute('href', /\/booking\?professional=\d+&service=\d+.*#hora=/)
  const service = await again.getByRole('listitem').first().locator('p span').nth(1).innerText()
  await pressByKey(client, hour)
  await expect(client).toHaveURL(/\/dynamic-checkout\?hold=/)
  await expect(client.getByText(service).first()).toBeVisible()
  await client.context().close()
})

test('a client reports being late on the home, and again in the sheet of their visit @desktop', async ({
  browser,
}) => {
  const { salon, ...stylist } = await servingNow(browser)
  const client = await newcomer(browser, 'client', 'Lucía')
  await bookDays(client, stylist, salon.spaceId, [0])
  await client.goto('/')
  await ready(client)
  const late = client
    .getByRole('region', { name: 'Tu próxima cita' })
    .getByRole('group', { name: 'Si vas tarde' })
  await pressByKey(client, late.getByRole('button', { name: '10 min' }))
  await expect(late.getByText('Avisaste que llegas 10 min tarde.')).toBeVisible()
  await expectAccessibleEverywhere(client)

  await client.goto('/my-bookings')
  await ready(client)
  await client.getByRole('button', { name: 'Más opciones' }).click()
  const sheet = client.getByRole('dialog')
  const again = sheet.getByRole('group', { name: 'Si vas tarde' })
  await expect(again.getByText('Avisaste que llegas 10 min tarde.')).toBeVisible()
  await pressByKey(client, again.getByRole('button', { name: '15 min' }))
  await expect(again.getByText('Avisaste que llegas 15 min tarde.')).toBeVisible()
  await expectAccessibleEverywhere(client)
  await client.context().close()
})
