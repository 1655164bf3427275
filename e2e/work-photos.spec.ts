/** Photos of a stylist's work on a client: after the client's consent is recorded, by date, and gone when it is taken back. */
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { newcomer, publishProfile } from './newcomers.ts'
import { picture } from './picture.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a stylist records a consent, keeps photos by date, and deletes them when it is taken back @desktop', async ({
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
  await photos.getByRole('button', { name: /^Borrar la foto 1 del .*15 de enero/ }).press('Enter')
  await expect(photos.getByRole('img')).toHaveCount(2)

  await photos.getByRole('button', { name: 'Ya no acepta' }).click()
  await page.getByRole('button', { name: 'Borrar las fotos' }).click()
  await expect(photos.getByRole('button', { name: 'Registrar su permiso' })).toBeVisible()
  await page.reload()
  await ready(page)
  await expect(photos.getByRole('img')).toHaveCount(0)
})
