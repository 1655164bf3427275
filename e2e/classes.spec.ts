/** A class in a group: made, set week after week, booked by two, and cancelled with everything back. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { inCalvillo, newcomer, publishProfile } from './newcomers.ts'
import { fillCard, cards, goToPay } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a class is set in the agenda, its seats are booked one by one, and who gives it cancels it @desktop', async ({
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
  await page.getByLabel('Lugares').fill('2')
  await page.getByRole('checkbox', { name: 'Solo la doy si se junta un mínimo' }).check()
  await expect(page.getByText(/con 2 personas, \$400/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Guardar servicio' }).click()
  await expect(page.getByText('Servicio guardado').first()).toBeVisible()

  await page.goto(`/professional-calendar-advanced?view=day&date=${inDays(5)}`)
  await ready(page)
  await page.getByRole('button', { name: 'Programar clase' }).click()
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
  await expect(card).toContainText('0 de 2 lugares')

  for (const name of ['Paula', 'Rosa']) {
    const client = await newcomer(browser, 'client', name)
    await client.goto(`/booking?professional=${id}`)
    await ready(client)
    await client.getByRole('link', { name: /Hatha en grupo/ }).click()
    await client
      .getByRole('button', { name: /^11:00/ })
      .first()
      .click()
    await goToPay(client)
    await expect(client.getByText(/Clase de hasta 2 personas/).first()).toBeVisible()
    await client.getByLabel('Teléfono').fill('55 1234 5678')
    await fillCard(client, cards.accepted)
    await client.getByRole('button', { name: /^Pagar/ }).click()
    await expect(client).toHaveURL(/booking-success/, { timeout: 30_000 })
    if (name === 'Rosa') await expectAccessibleEverywhere(client)
    await client.context().close()
  }

  await page.reload()
  await ready(page)
  await expect(card).toContainText('2 de 2 lugares')
  await card.focus()
  await page.keyboard.press('Enter')
  const own = page.getByRole('dialog', { name: 'Hatha en grupo' })
  await expect(own.getByText('Paula')).toBeVisible()
  await expect(own.getByText('Ya son los 2 que pediste.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await own.getByRole('button', { name: 'Cancelar la clase' }).click()
  const ending = page.getByRole('dialog', { name: '¿Cancelar la clase?' })
  await expect(ending.getByText(/A 2 personas se les devuelve todo: \$400/)).toBeVisible()
  await ending.getByLabel('Motivo, lo leen todas').fill('Me enfermé')
  await expectAccessibleEverywhere(page)
  await ending.getByRole('button', { name: 'Cancelar la clase' }).click()
  await expect(page.getByText('Clase cancelada').first()).toBeVisible()
  await expect(card).toHaveCount(0)
})
