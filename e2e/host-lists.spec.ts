/** A host with many agreements: found in three presses, urgent ones first, several screens of a telephone become one. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { inDatabase } from './database.ts'
import { pressByKey } from './keys.ts'
import { publishSpace } from './listing.ts'
import { bookAsGuest, dateAhead, emailOf, letIn, salonOf, somewhere, stylistNear } from './newcomers.ts'
import { host, pageOf } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.describe.configure({ timeout: 180_000 })

/** With as many of the demo's professionals as there are, a hundred at most. */
const manyAgreements = (spaceId: number) =>
  inDatabase(async (client) => {
    const { rowCount } = await client.query(
      `insert into agreements (professional_id, space_id, status, rate_per_hour_cents, valid_from)
       select p.id, $1, 'active', 15000, now() - interval '1 month' from professionals p
       where not exists (select from agreements a where a.professional_id = p.id and a.space_id = $1)
       order by p.id limit 110`,
      [spaceId],
    )
    return rowCount ?? 0
  })

test('a host finds one of many agreements in three presses, and its sheet has every action @desktop', async ({
  browser,
}, { project }) => {
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Xóchitl')
  await letIn(salon, stylist)
  const others = await manyAgreements(salon.spaceId)
  expect(others).toBeGreaterThan(20)
  const { page } = salon
  await page.goto('/host-applications')
  await ready(page)

  await page.getByRole('tab', { name: 'Convenios' }).click()
  await page.getByRole('searchbox', { name: 'Buscar en convenios' }).click()
  await page.keyboard.type('xochitl')
  const table = page.getByRole('table', { name: 'Convenios' })
  await expect(table.getByRole('button', { name: 'Xóchitl Campos' })).toBeVisible()
  await expect(page.getByText('1 resultado')).toBeAttached()
  await table.getByRole('button', { name: 'Xóchitl Campos' }).click()

  const sheet = page.getByRole('dialog', { name: 'Xóchitl Campos' })
  await expect(sheet.getByRole('button', { name: 'Poner en pausa' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await expect(page).toHaveURL(/agreement=\d+/)
  await sheet.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page).not.toHaveURL(/agreement=/)

  // Without a search: fifteen rows, the rest by a press.
  await page.getByRole('searchbox').fill('')
  await expect(table.getByRole('row').filter({ has: page.getByRole('rowheader') })).toHaveCount(15)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (project.name === 'phone') expect(height).toBeLessThanOrEqual(2_500)
  await page.getByRole('button', { name: /^Ver \d+ más$/ }).click()
  await expect(table.getByRole('row').filter({ has: page.getByRole('rowheader') })).toHaveCount(
    Math.min(30, others + 1),
  )
  if (project.name === 'phone') return

  // On a desktop two are paused together, and found again by their state.
  for (const place of [18, 19]) {
    await page
      .getByRole('checkbox', { name: /^Elegir a/ })
      .nth(place)
      .focus()
    await page.keyboard.press('Space')
  }
  await expect(page.getByText('2 elegidos')).toBeVisible()
  await pressByKey(page, page.getByRole('button', { name: 'Poner en pausa' }))
  const asks = page.getByRole('dialog', { name: 'Poner 2 convenios en pausa' })
  await pressByKey(page, asks.getByRole('button', { name: 'Poner en pausa' }))
  await expect(page.getByText('Convenios en pausa').first()).toBeVisible()
  await page.getByLabel('Estado: cuál').selectOption({ label: 'En pausa (2)' })
  await expect(table.getByRole('row').filter({ has: page.getByRole('rowheader') })).toHaveCount(2)
})

test('professionals to invite are rows, ten in two and a half screens, each with its details in a sheet', async ({
  browser,
}) => {
  const page = await pageOf(browser, host.email)
  await page.goto('/search-professionals')
  await ready(page)
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
  await expect(rows).toHaveCount(10)
  const free = rows.filter({ hasText: /h libres/ }).first()
  await expect(free).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2_500)
  const name = (await free.getByRole('heading', { level: 3 }).getByRole('button').textContent()) ?? ''
  await free.getByRole('button', { name, exact: true }).click()
  const sheet = page.getByRole('dialog', { name })
  await expect(sheet.getByText(/por semana libres que hoy no rentas/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await sheet.getByRole('button', { name: /^Invitar/ }).click()
  await expect(page.getByRole('dialog', { name: `Invitar a ${name}` })).toBeVisible()
  await page.context().close()
})

test('on a desktop a host sorts the columns and declines several applications at once by keyboard @desktop', async ({
  browser,
}, { project }) => {
  test.skip(project.name === 'phone', 'A telephone has one order in a menu and no columns.')
  const salon = await salonOf(browser, ['Silla 1'])
  for (const name of ['Berenice', 'Abril'])
    await applyTo(await stylistNear(browser, salon, name), salon.spaceId)
  const { page } = salon
  await page.goto('/host-applications')
  await ready(page)
  const table = page.getByRole('table', { name: 'Solicitudes' })
  const names = table.getByRole('rowheader').getByRole('button')
  await expect(names).toHaveCount(2)

  await pressByKey(page, page.getByRole('button', { name: 'Profesional', exact: true }))
  await expect(page.getByRole('columnheader', { name: 'Profesional' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(names).toHaveText(['Abril Campos', 'Berenice Campos'])
  await pressByKey(page, page.getByRole('button', { name: 'Profesional', exact: true }))
  await expect(names).toHaveText(['Berenice Campos', 'Abril Campos'])

  for (const name of ['Abril Campos', 'Berenice Campos']) {
    await page.getByRole('checkbox', { name: `Elegir a ${name}` }).focus()
    await page.keyboard.press('Space')
  }
  await expect(page.getByText('2 elegidas')).toBeVisible()
  await pressByKey(page, page.getByRole('button', { name: 'Rechazar elegidas' }))
  const asks = page.getByRole('dialog', { name: 'Rechazar 2 solicitudes' })
  await pressByKey(page, asks.getByRole('button', { name: 'Rechazar', exact: true }))
  await expect(page.getByText('Les avisamos').first()).toBeVisible()
  await expect(page.getByText('Nada por responder')).toBeVisible()
})

test('on a desktop a host withdraws several invitations at once, and the others stay @desktop', async ({
  browser,
}, { project }) => {
  test.skip(project.name === 'phone', 'On a telephone each is withdrawn in its sheet.')
  const { page, spaceId } = await salonOf(browser, ['Silla 1'])
  await telephoneConfirmed(await emailOf(page))
  const stamp = Date.now()
  const invited = ['alma', 'brisa', 'cira'].map((name) => `${name}.${stamp}@correo.test`)
  for (const email of invited) {
    const terms = { rent: { kind: 'per_hour', ratePerHourCents: 12_000 } }
    const sent = await page.request.post('/api/invitations', { data: { email, spaceId, terms } })
    expect(sent.status(), await sent.text()).toBe(201)
  }
  await page.goto('/search-professionals?box=sent')
  await ready(page)
  const table = page.getByRole('table', { name: 'Invitaciones enviadas' })
  const [alma = '', brisa = '', cira = ''] = invited
  for (const email of [alma, brisa]) {
    await page.getByRole('checkbox', { name: `Elegir a ${email}` }).focus()
    await page.keyboard.press('Space')
  }
  await expect(page.getByText('2 elegidas')).toBeVisible()
  await pressByKey(page, page.getByRole('button', { name: 'Retirar elegidas' }))
  const asks = page.getByRole('dialog', { name: 'Retirar 2 invitaciones' })
  await expectAccessibleEverywhere(page)
  await pressByKey(page, asks.getByRole('button', { name: 'Retirar', exact: true }))
  await expect(page.getByText('Invitaciones retiradas').first()).toBeVisible()
  await expect(table.getByRole('button', { name: cira })).toBeVisible()
  await expect(table.getByRole('button', { name: alma })).toHaveCount(0)
  const answer = await page.request.get('/api/invitations?box=out')
  const states: { email: string; status: string }[] = await answer.json()
  const stateOf = (email: string) => states.find((one) => one.email === email)?.status
  expect([alma, brisa, cira].map(stateOf)).toEqual(['revoked', 'revoked', 'sent'])
})

test('spaces and bookings are tables on a desktop and rows on a phone, each with a sheet @desktop', async ({
  browser,
}, { project }) => {
  const salon = await salonOf(browser, ['Silla 1', 'Silla 2'], somewhere(), { always: true })
  const stylist = await stylistNear(browser, salon, 'Renata', { always: true })
  await letIn(salon, stylist)
  await bookAsGuest(browser, stylist, salon.spaceId, dateAhead(1), 0)
  const { page } = salon
  await page.goto('/host-availability?view=bookings')
  await ready(page)
  const bookings = page.getByRole('table', { name: 'Reservas' })
  await bookings.getByRole('button', { name: 'Renata Campos' }).click()
  const sheet = page.getByRole('dialog', { name: 'Renata Campos' })
  await expect(sheet.getByText(/Silla \d/).first()).toBeVisible()
  await expect(sheet.getByText(/con Lucía/)).toBeVisible()
  // The client's last name and telephone are hidden from the host.
  await expect(sheet.getByText('Nava')).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await sheet.getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('tab', { name: 'Pasadas' }).click()
  await expect(page.getByText('Todavía no hay historia')).toBeVisible()

  await page.goto('/host-registration')
  await ready(page)
  // Another one is a row, and opens in place.
  const another = page.getByRole('region', { name: 'Publicar otro espacio' })
  const row = page.locator('summary', { hasText: 'Publicar otro espacio' })
  await expect(another).toBeHidden()
  await row.click()
  await expect(another.getByRole('button', { name: 'Empezar' })).toBeVisible()
  await row.click()
  await expect(another).toBeHidden()
  const spaces = page.getByRole('table', { name: 'Mis espacios' })
  if (project.name === 'desktop') {
    await pressByKey(page, page.getByRole('button', { name: 'Por hora', exact: true }))
    await expect(page.getByRole('columnheader', { name: 'Por hora' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
  }
  await spaces.getByRole('button').last().click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Poner en pausa/ })).toBeVisible()
  await expectAccessibleEverywhere(page)

  // If the calendar cannot be read, it says so, and is there after a retry.
  await page.goto('/host-registration')
  await ready(page)
  await page.route('**/api/host/timeline**', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.getByRole('link', { name: 'Calendario' }).filter({ visible: true }).first().click()
  const again = page.getByRole('button', { name: 'Intentar de nuevo' })
  await expect(again).toBeVisible()
  await page.unroute('**/api/host/timeline**')
  await again.click()
  await expect(page.getByRole('navigation', { name: 'Acercamiento' })).toBeVisible()
})

test('on a desktop a host pauses several spaces at once, and the others stay published @desktop', async ({
  browser,
}, { project }) => {
  test.skip(project.name === 'phone', 'On a telephone each is paused in its sheet.')
  const { page } = await salonOf(browser, ['Silla 1'])
  const more: number[] = []
  for (const name of ['Cabina de atrás', 'Cabina de arriba'])
    more.push(
      await publishSpace(page.request, {
        businessName: `Casa ${name}`,
        name,
        address: `${name} ${process.pid} ${Date.now()}`,
        ...somewhere(),
        pricePerHourCents: 12_000,
      }),
    )
  await page.goto('/host-registration')
  await ready(page)
  for (const name of ['Cabina de atrás', 'Cabina de arriba']) {
    await page.getByRole('checkbox', { name: `Elegir a ${name}` }).focus()
    await page.keyboard.press('Space')
  }
  await expect(page.getByText('2 elegidos')).toBeVisible()
  await pressByKey(page, page.getByRole('button', { name: 'Poner en pausa' }))
  const asks = page.getByRole('dialog', { name: 'Poner 2 espacios en pausa' })
  await expectAccessibleEverywhere(page)
  await pressByKey(page, asks.getByRole('button', { name: 'Poner en pausa' }))
  await expect(asks).toBeHidden()
  const states: { id: number; status: string }[] = await (await page.request.get('/api/host/spaces')).json()
  const paused = states.filter(({ status }) => status === 'paused').map(({ id }) => id)
  expect(paused.toSorted()).toEqual(more.toSorted())
  expect(states.filter(({ status }) => status === 'published')).toHaveLength(1)
})

/** As after a code; other journeys enter one. */
const telephoneConfirmed = (email: string) =>
  inDatabase(async (client) => {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      `update accounts set phone = '+5255' || (20000000 + id), phone_confirmed_at = now() where email = $1`,
      [email],
    )
    await client.query('commit')
  })

const applyTo = async ({ page }: Awaited<ReturnType<typeof stylistNear>>, spaceId: number) => {
  const terms = { rent: { kind: 'per_hour', ratePerHourCents: 12_000 } }
  const started = await page.request.post('/api/applications', { data: { spaceId, terms } })
  expect(started.status(), await started.text()).toBe(201)
  const { id, version }: { id: number; version: number } = await started.json()
  const sent = await page.request.post(`/api/applications/${id}/submit`, { data: { version } })
  expect(sent.status(), await sent.text()).toBe(200)
}
