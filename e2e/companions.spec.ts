/** Several people in one visit: a mother with two children, from a public profile to the confirmed visit. */
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

test('a client books for herself and two children, each with a service of their own, and pays once', async ({
  page,
}) => {
  test.slow()
  await page.goto(`/p/${stylist.id}`)
  await ready(page)
  await page.getByRole('link', { name: 'Reservar', exact: true }).first().click()
  await page.getByRole('link', { name: /^Corte caballero/ }).click()
  const persons = page.getByRole('region', { name: 'Personas' })
  await persons.getByText('¿Para cuántas personas?').click()
  await persons.getByRole('link', { name: '3 personas' }).click()
  await expect(page).toHaveURL(/also=0_0/)
  await expect(persons.getByText(/^3 personas · /)).toBeVisible()
  await persons.getByText('Persona 3', { exact: true }).click()
  await persons.getByRole('link', { name: 'Agregar Peinado para evento, Persona 3' }).click()
  await persons.getByRole('link', { name: 'Quitar Corte caballero, Persona 3' }).click()
  await expect(page).toHaveURL(/also=0_\d+/)
  await expectAccessibleEverywhere(page)
  await chooseDay(page, 11)
  await chooseHour(page, 1)
  await goToPay(page)
  await expect(page.getByText('3 personas, en este orden')).toBeVisible()
  await expect(page.getByText(/^Persona 3 · Peinado para evento/)).toBeVisible()
  await fillCheckout(page, someone(), cards.accepted)
  const pay = payButton(page)
  await pay.click()
  await expect(page.getByText('Escribe su nombre.').first()).toBeVisible()
  await page.getByLabel('Nombre de la persona 2').fill('Leo')
  await page.getByLabel('Nombre de la persona 3').fill('Mía')
  await page.getByRole('group', { name: 'Persona 2' }).getByLabel('Menor de edad').check()
  await page.getByLabel(/^Soy la persona adulta/).check()
  await expectAccessibleEverywhere(page)
  await pay.click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await expect(page.getByText('Leo (menor de edad): Corte caballero')).toBeVisible()
  await expect(page.getByText('Mía: Peinado para evento')).toBeVisible()
})
