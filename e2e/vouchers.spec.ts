import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import {
  chooseTime,
  fillContact,
  goToPay,
  openAroundTheClock,
  payButton,
  someone,
  stylist,
} from './people.ts'
import { test } from './test.ts'

test.beforeAll(({ browser }) => openAroundTheClock(browser))

test('a cash payment at OXXO holds the hour until it is paid, and another client releases theirs', async ({
  page,
}) => {
  const who = someone()
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 8, nth: 4 })
  await goToPay(page)
  await fillContact(page, who)
  await page.getByRole('radio', { name: /^Efectivo en OXXO/ }).check()
  await expect(page.getByLabel('Número de tarjeta')).toHaveCount(0)
  // A payment reference names its payer in full.
  await page.getByLabel('Apellidos').fill(who.lastName)
  await expectAccessible(page, 'the ways to pay')
  await page.getByRole('button', { name: /^Obtener mi referencia de \$/ }).click()

  await expect(page.getByRole('heading', { name: 'Falta tu pago' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Paga en cualquier OXXO' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  const counter = await page.getByRole('link', { name: 'Abrir la ficha' }).getAttribute('href')
  await page.goto(counter ?? '')
  await payButton(page).click()
  await expect(page).toHaveURL(/booking-success/)
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await expect(page.getByText(/^Pagaste \$.* en OXXO\.$/)).toBeVisible()

  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 9, nth: 5 })
  await goToPay(page)
  await fillContact(page, someone())
  await page.getByRole('radio', { name: /^Transferencia SPEI/ }).check()
  // As entered for the first one in this tab.
  await expect(page.getByLabel('Apellidos')).toHaveValue(who.lastName)
  await page.getByRole('button', { name: /^Obtener mi referencia de \$/ }).click()
  await expect(page.getByRole('heading', { name: 'Transfiere desde tu banco' })).toBeVisible()
  await page.getByRole('button', { name: 'Ya no la quiero' }).click()
  await expect(page.getByRole('heading', { name: 'El horario se liberó' })).toBeVisible()
})
