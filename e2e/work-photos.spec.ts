/** Photos of a stylist's work on a client: after the client's consent is recorded, by date, and deleted when it is revoked. */
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { confirmEmail } from './listing.ts'
import { bookSignedIn, dateAhead, emailOf, newcomer, publishProfile, servingNow } from './newcomers.ts'
import { picture } from './picture.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a stylist records a consent, keeps photos by date, and deletes them when it is withdrawn @desktop', async ({
  browser,
}) => {
  const page = await newcomer(browser, 'professional', 'Renata')
  await publishProfile(page, {})
  const added = await page.request.post('/api/professional/clients', { data: { firstName: 'Lupita' } })
  const { id }: { id: number } = await added.json()
  await page.goto(`/professional-clients?client=${id}`)
  await ready(page)
  const photos = page.getByRole('region', { name: 'Fotos', exact: true })
  await photos.getByRole('button', { name: 'Registrar su permiso' }).click()
  await expect(page.getByRole('dialog', { name: 'Permiso de Lupita' })).toContainText('no se publican')
  await expectAccessible(page, 'what the client agrees to')
  await page.getByRole('button', { name: 'Lupita aceptó' }).click()
  await photos.getByLabel('Agregar fotos').setInputFiles([await picture(page), await picture(page)])
  await expect(photos.getByRole('img')).toHaveCount(2)
  await photos.getByLabel('Fecha de las fotos').fill('2026-01-15')
  await photos.getByLabel('Agregar fotos').setInputFiles(await picture(page))
  await expect(photos.getByRole('heading', { name: /15 de enero/ })).toBeVisible()
  await expect(photos.getByRole('img')).toHaveCount(3)
  for (const image of await photos.getByRole('img').all())
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => (one.scrollIntoView(), one.naturalWidth)))
      .toBeGreaterThan(0)
  await expectAccessibleEverywhere(page)
  // One press deletes nothing.
  const deleting = page.getByRole('dialog', { name: '¿Borrar esta foto?' })
  const borrar = photos.getByRole('button', { name: /^Borrar la foto 1 del .*15 de enero/ })
  await borrar.press('Enter')
  await deleting.getByRole('button', { name: 'Conservarla' }).click()
  await expect(photos.getByRole('img')).toHaveCount(3)
  await borrar.press('Enter')
  await deleting.getByRole('button', { name: 'Borrar la foto' }).click()
  await expect(photos.getByRole('img')).toHaveCount(2)

  await photos.getByRole('button', { name: 'Ya no acepta' }).click()
  await page.getByRole('button', { name: 'Borrar las fotos' }).click()
  await expect(photos.getByRole('button', { name: 'Registrar su permiso' })).toBeVisible()
  await page.reload()
  await ready(page)
  await expect(photos.getByRole('img')).toHaveCount(0)
})

test('a client agrees after booking to be invited back, sees the photos of their results, and withdraws both', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const { salon, page, ...stylist } = await servingNow(browser)
  const client = await newcomer(browser, 'client', 'Lupita')
  await confirmEmail(client.request, await emailOf(client))
  const visit = await bookSignedIn(client, { ...stylist, page }, salon.spaceId, dateAhead(1))
  await client.goto(`/booking-success?id=${visit}`)
  await ready(client)
  const asks = client.getByRole('checkbox', {
    name: 'Renata puede escribirme por correo para invitarme a volver',
  })
  await expect(asks).not.toBeChecked()
  await asks.check()
  await expectAccessibleEverywhere(client)

  await page.goto('/professional-clients')
  await ready(page)
  await page.getByRole('link', { name: /Lupita/ }).click()
  await expect(page.getByRole('region', { name: 'Mensajes para volver' })).toContainText('Aceptó en Kalli')
  const photos = page.getByRole('region', { name: 'Fotos', exact: true })
  await photos.getByRole('button', { name: 'Registrar su permiso' }).click()
  await page.getByRole('button', { name: 'Lupita aceptó' }).click()
  await photos.getByLabel('Agregar fotos').setInputFiles(await picture(page))
  await expect(photos.getByRole('img')).toHaveCount(1)

  await client.goto('/settings?section=notifications')
  await ready(client)
  await expect(client.getByText(/^Aceptaste aquí/)).toBeVisible()
  await client.getByRole('button', { name: 'Ya no quiero que Renata Campos me invite' }).click()
  await expect(client.getByText('Quién puede invitarte a volver')).toHaveCount(0)

  await client.goto('/settings?section=privacy')
  await ready(client)
  const own = client.getByRole('img', { name: /^Foto del / })
  await expect(own).toHaveCount(1)
  await expect
    .poll(() => own.evaluate((one: HTMLImageElement) => (one.scrollIntoView(), one.naturalWidth)))
    .toBeGreaterThan(0)
  await expectAccessibleEverywhere(client)
  await client.getByRole('button', { name: 'Retirar mi permiso' }).click()
  await client.getByRole('button', { name: 'Retirar y borrar' }).click()
  await expect(own).toHaveCount(0)
  await page.reload()
  await ready(page)
  await expect(photos.getByRole('button', { name: 'Registrar su permiso' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Registrar que aceptó' })).toBeVisible()
  await client.context().close()
})
