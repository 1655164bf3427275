/** A staff member suspends a stylist's account after seeing the consequences, and lifts it again. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { pageOfKalli } from './kalli.ts'
import { bookAsGuest, dateAhead, emailOf, letIn, salonOf, secret, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const signInAs = async (page: Page, email: string) => {
  await page.goto('/auth')
  await ready(page)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
}

test('staff preview and suspend an account, which is signed out with the reason and its visit refunded, and later lift the suspension', async ({
  browser,
}) => {
  const salon = await salonOf(browser, ['Silla uno'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const email = await emailOf(stylist.page)
  const visit = await bookAsGuest(browser, stylist, salon.spaceId, dateAhead(5), 2)

  const page = await pageOfKalli(browser)
  await page.goto('/admin?show=accounts')
  await ready(page)
  await expect(page.getByRole('heading', { name: 'Cuentas', level: 1 })).toBeVisible()
  await page.getByLabel('Buscar una cuenta').fill(email)
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await page.getByRole('button', { name: 'Ver la cuenta de Renata Campos' }).click()
  await expect(page.getByText('1 cita', { exact: true })).toBeVisible()
  await expect(page.getByText('Página de Renata Campos')).toBeVisible()
  // Who it works with, its money and its history are beside what a suspension would mean.
  await expect(page.getByText(`${salon.businessName}, ${salon.name}`)).toBeVisible()
  for (const part of ['La cuenta', 'Su dinero', 'Su historia'])
    await expect(page.getByRole('heading', { name: part, exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)

  await page.getByRole('button', { name: 'Suspender la cuenta' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Suspender a Renata Campos?' })
  await expect(dialog.getByText('$600', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Elige por qué.')).toBeVisible()
  await dialog.getByLabel('Por qué').selectOption('review')
  await dialog.getByLabel('Motivo').fill('Dos clientes reportaron lo mismo esta semana.')
  await dialog.getByLabel('Esta cuenta, como si hubiera cancelado').check()
  // The choices and the text are there again after Escape.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Suspender la cuenta' }).click()
  await expect(dialog.getByLabel('Por qué')).toHaveValue('review')
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Dos clientes reportaron lo mismo esta semana.')
  await expect(dialog.getByLabel('Esta cuenta, como si hubiera cancelado')).toBeChecked()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Suspender la cuenta' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Suspendida desde/)).toBeVisible()

  await stylist.page.goto('/professional-dashboard')
  await expect(stylist.page).toHaveURL(/\/auth/)
  await signInAs(stylist.page, email)
  await expect(stylist.page.getByText(/Tu cuenta está suspendida y no puedes entrar/).first()).toBeVisible()
  await expectAccessible(stylist.page)

  const guest = await (await browser.newContext()).newPage()
  await guest.goto(`/p/${stylist.professionalId}`)
  await expect(guest.getByRole('button', { name: 'Reservar' })).toBeHidden()
  await expect(async () => {
    await guest.goto(visit.link)
    await ready(guest)
    await expect(guest.getByText(/una de las cuentas quedó suspendida/).first()).toBeVisible({
      timeout: 2_000,
    })
  }).toPass({ timeout: 30_000 })

  await page.getByRole('button', { name: 'Levantar la suspensión' }).click()
  const lifting = page.getByRole('dialog', { name: /Levantar la suspensión/ })
  await lifting.getByLabel('Motivo').fill('Se aclaró con los dos clientes.')
  await expectAccessibleEverywhere(page)
  await lifting.getByRole('button', { name: 'Levantar la suspensión' }).click()
  await expect(page.getByText('Activa', { exact: true })).toBeVisible()
  await signInAs(stylist.page, email)
  await expect(stylist.page).not.toHaveURL(/\/auth/)
  await guest.goto(`/p/${stylist.professionalId}`)
  await expect(guest.getByRole('heading', { name: /Renata/ }).first()).toBeVisible()
})
