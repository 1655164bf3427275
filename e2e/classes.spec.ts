/** A class: made, scheduled weekly, booked by one and by three, moved with all of them, and cancelled with a full refund. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { inCalvillo, newcomer, publishProfile } from './newcomers.ts'
import { fillCard, cards, goToPay } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a professional schedules a class, clients book one and three places, and it is moved and cancelled @desktop', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const page = await newcomer(browser, 'professional', 'Tere')
  const id = await publishProfile(page, {
    ...(await inCalvillo(page)),
    bio: 'Enseño yoga desde hace ocho años.',
    specialties: ['Hatha'],
    categories: ['yoga'],
    basePriceCents: 20_000,
  })
  const added = await page.request.post('/api/professional/services', {
    data: { name: 'Hatha en grupo', category: 'yoga', durationMinutes: 60, priceCents: 20_000 },
  })
  expect(added.status(), await added.text()).toBe(201)

  await page.goto('/professional-services')
  await ready(page)
  await page.getByRole('link', { name: 'Editar Hatha en grupo' }).click()
  await page.getByRole('tab', { name: 'Clases' }).click()
  await page.getByRole('checkbox', { name: 'Es una clase en grupo' }).check()
  await page.getByLabel('Lugares').fill('4')
  await page.getByRole('checkbox', { name: 'Solo la doy si se junta un mínimo' }).check()
  await page.getByLabel('Personas como mínimo').fill('2')
  await expect(page.getByText(/con 2 personas, \$400/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Guardar servicio' }).click()
  await expect(page.getByText('Servicio guardado').first()).toBeVisible()

  await page.goto(`/professional-calendar-advanced?view=day&date=${inDays(5)}`)
  await ready(page)
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Programar clase' }).click()
  const dialog = page.getByRole('dialog', { name: 'Programar clase' })
  await dialog.getByLabel('Día').fill(inDays(5))
  await dialog.getByLabel('Hora').fill('11:00')
  await dialog.getByLabel('Se repite').selectOption('Cada semana, 4 veces')
  await expect(dialog.getByRole('checkbox')).toHaveCount(4)
  await dialog.getByRole('checkbox').last().uncheck()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Programar 3 clases' }).click()
  await expect(page.getByText('3 clases programadas').first()).toBeVisible()
  const card = page.getByRole('button', { name: /^Hatha en grupo/ })
  await expect(card).toContainText('0 de 4 lugares')

  const [paula, rosa] = [
    await newcomer(browser, 'client', 'Paula'),
    await newcomer(browser, 'client', 'Rosa'),
  ]
  for (const [client, persons] of [
    [paula, 1],
    [rosa, 3],
  ] as const) {
    await client.goto(`/booking?professional=${id}`)
    await ready(client)
    await client.getByRole('link', { name: /Hatha en grupo/ }).click()
    if (persons > 1) {
      const people = client.getByRole('region', { name: 'Personas' })
      // No more than there are seats.
      await people.getByText('¿Para cuántas personas?').click()
      await expect(people.getByRole('link')).toHaveCount(4)
      await people.getByRole('link', { name: `${persons} personas` }).click()
      await expect(people.getByText('3 lugares · 1 h · $600')).toBeVisible()
      await expectAccessibleEverywhere(client)
    }
    await client
      .getByRole('button', { name: /, 11:00/ })
      .first()
      .click()
    await goToPay(client)
    await expect(client.getByText(/Clase de hasta 4 personas/).first()).toBeVisible()
    if (persons > 1) {
      await client.getByLabel('Nombre de la persona 2').fill('Leo')
      await client.getByLabel('Nombre de la persona 3').fill('Mía')
      await client.getByRole('group', { name: 'Persona 2' }).getByLabel('Menor de edad').check()
      await client.getByLabel(/^Soy la persona adulta/).check()
    }
    await client.getByLabel('Teléfono').fill('55 1234 5678')
    await fillCard(client, cards.accepted)
    await client.getByRole('button', { name: /^Pagar/ }).click()
    await expect(client).toHaveURL(/booking-success/, { timeout: 30_000 })
    await expect(client.getByRole('heading', { level: 1, name: '¡Tu cita está confirmada!' })).toBeVisible()
    if (persons > 1) await expectAccessibleEverywhere(client)
  }

  await page.reload()
  await ready(page)
  await expect(card).toContainText('4 de 4 lugares')
  await card.focus()
  await page.keyboard.press('Enter')
  const own = page.getByRole('dialog', { name: 'Hatha en grupo' })
  await expect(own.getByText('Paula')).toBeVisible()
  await expect(own.getByText('3 lugares: Rosa, Leo, Mía')).toBeVisible()
  await expect(own.getByText('Ya son los 2 que pediste.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')

  // Moved half an hour later by keyboard: the consequences are shown first.
  await card.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Enter')
  const moving = page.getByRole('dialog', { name: 'Mover la clase' })
  await expect(moving.getByLabel('Hora')).toHaveValue('11:30')
  await expect(moving.getByText(/4 personas conservan su lugar/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await moving.getByRole('button', { name: 'Mover la clase' }).click()
  await expect(page.getByText('Clase movida').first()).toBeVisible()
  await expect(card).toContainText('11:30')
  await rosa.goto('/my-bookings')
  await ready(rosa)
  const moved = rosa.getByRole('group', { name: 'Tu clase se movió' })
  await expect(moved.getByText(/11:30/).first()).toBeVisible()
  await expectAccessibleEverywhere(rosa)
  await moved.getByRole('button', { name: 'Me queda bien' }).click()
  await expect(rosa.getByText('Listo, ahí nos vemos').first()).toBeVisible()
  await expect(moved).toHaveCount(0)
  await rosa.context().close()
  // Paula declines the new hour: she gets a full refund.
  await paula.reload()
  await ready(paula)
  await paula.getByRole('button', { name: 'No me queda: cancelar' }).click()
  await expect(
    paula
      .getByRole('dialog')
      .getByText(/no cuesta nada/)
      .first(),
  ).toBeVisible()
  await paula.context().close()

  await card.focus()
  await page.keyboard.press('Enter')
  await expect(own.getByText('No ha dicho si le queda la nueva hora')).toHaveCount(1)
  await own.getByRole('button', { name: 'Cancelar la clase' }).click()
  const ending = page.getByRole('dialog', { name: '¿Cancelar la clase?' })
  await expect(ending.getByText(/4 personas no pagan nada: \$800 no se cobran o se devuelven/)).toBeVisible()
  await ending.getByLabel('Motivo, lo leen todas').fill('Me enfermé')
  await expectAccessibleEverywhere(page)
  await ending.getByRole('button', { name: 'Cancelar la clase' }).click()
  await expect(page.getByText('Clase cancelada').first()).toBeVisible()
  await expect(card).toHaveCount(0)
})
