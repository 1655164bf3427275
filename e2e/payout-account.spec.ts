/** A new professional opens her payout account: left halfway, required to send a photo again, and ready. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { newcomer, publishProfile } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a professional opens her payout account, leaves half way, replaces a photo and is ready', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const page = await newcomer(browser, 'professional', 'Abril')
  const settings = '/professional-dashboard?tab=profile&section=payouts'
  await page.goto(settings)
  await expect(page.getByText('Todavía no hay qué cobrar')).toBeVisible()
  await publishProfile(page, {
    bio: 'Doy masajes desde hace ocho años.',
    specialties: ['Masaje'],
    categories: ['massage'],
  })

  await page.goto(settings)
  await ready(page)
  await page.getByRole('button', { name: 'Abrir mi cuenta de cobro' }).click()
  await expect(page.getByRole('heading', { name: 'Alta para recibir pagos' })).toBeVisible()
  await page.getByLabel('RFC').fill('CAMA')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('alert')).toContainText('Un RFC tiene')
  await page.getByLabel('RFC').fill('CAMA900101AB1')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('link', { name: 'Guardar y seguir después' }).click()

  await expect(page.getByText('A medias')).toBeVisible()
  await ready(page)
  await page.getByRole('button', { name: 'Continuar donde me quedé' }).click()
  await page.getByRole('button', { name: 'Dar una foto borrosa' }).click()
  await page.getByLabel('CLABE').fill('012180015812345678')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('hace falta de nuevo')).toBeVisible()
  await page.getByRole('link', { name: 'Guardar y seguir después' }).click()

  await expect(page.getByText('Falta algo', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Una foto legible' })).toBeVisible()
  await ready(page)
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Mi día' }).click()
  const notice = page.getByRole('region', { name: 'Tu cuenta de cobro' })
  await expect(notice).toContainText('falta algo')
  await notice.getByRole('link', { name: 'Continuar' }).click()

  await page.getByRole('button', { name: 'Dar lo que falta' }).click()
  await page.getByRole('button', { name: 'Dar mi identificación' }).click()
  await page.getByRole('link', { name: 'Volver a Kalli' }).click()
  await expect(page.getByText('Lista', { exact: true })).toBeVisible()
  // A job sends the notification a moment later.
  const readyNotice = page.getByText('Tu cuenta de cobro está lista').first()
  await expect(async () => {
    await page.goto('/notifications')
    await expect(readyNotice).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  const opened = page.waitForEvent('popup')
  await readyNotice.click()
  const reported = await opened
  await reported.getByRole('link', { name: 'Ver mi cuenta de cobro' }).click()
  await expect(reported.getByRole('button', { name: 'Ver o cambiar mis datos' })).toBeVisible()
})
