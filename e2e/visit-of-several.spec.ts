/** Two services in one visit, from an own link to the confirmed booking. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import {
  cards,
  chooseDay,
  chooseHour,
  fillCheckout,
  goToPay,
  openAroundTheClock,
  payButton,
  someone,
  stylist,
} from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.beforeAll(({ browser }) => openAroundTheClock(browser))

test('two services form one visit, added by keyboard, itemized line by line and paid once', async ({
  page,
}) => {
  test.slow()
  await page.goto(`/book?p=${stylist.id}`)
  await ready(page)
  await page.getByRole('link', { name: /^Corte caballero/ }).click()
  await expect(page).toHaveURL(/svc=/)
  await page.getByText('¿Algo más en la misma visita?').click()
  const add = page.getByRole('link', { name: 'Agregar Peinado para evento' })
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/more=/)
  await expect(page.getByText(/^2 servicios · 1 h 30 min · \$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Quitar Peinado para evento' })).toBeVisible()
  await chooseDay(page, 12)
  await chooseHour(page, 2)
  await expect(page.getByText(/^Corte caballero \+ Peinado para evento · /)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await goToPay(page)
  await expect(page.getByText('Peinado para evento', { exact: true })).toBeVisible()
  await fillCheckout(page, someone(), cards.accepted)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await expect(page.getByText(/Corte caballero \+ Peinado para evento/).first()).toBeVisible()
  await expect(page.getByRole('img', { name: /^Mapa de / })).toBeVisible()

  // A client who cancels and comes back finds the whole of it.
  await page.getByRole('button', { name: 'Cancelar cita' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cancelar/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Cancelaste esta cita' })).toBeVisible()
  await page.getByRole('link', { name: 'Volver a reservar' }).click()
  await expect(page.getByText(/^2 servicios · 1 h 30 min · \$/)).toBeVisible()
})
