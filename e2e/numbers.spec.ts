/** Numbers as people type them: understood, or refused beside the field; the previous value is never saved instead. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { inCalvillo, newcomer, publishProfile } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('an unreadable number is refused at its field, and a readable one is saved as meant', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const page = await newcomer(browser, 'professional', 'Nuria')
  await publishProfile(page, { ...(await inCalvillo(page)), categories: ['hair'], specialties: ['Corte'] })
  await page.goto('/professional-services?edit=new')
  await ready(page)
  await page.getByRole('button', { name: 'Empezar de cero' }).click()
  await page.getByLabel('Nombre').fill('Corte de autor')

  // Without a template there are no default price and duration: neither $500 nor 60 minutes.
  await page.getByRole('button', { name: 'Crear servicio' }).click()
  const duration = page.getByLabel('Duración (minutos)')
  await expect(duration).toHaveValue('')
  await expect(duration).toHaveAttribute('aria-invalid', 'true')
  await expect(duration).toBeFocused()
  await expectAccessibleEverywhere(page)
  await duration.fill('dos horas')
  await page.getByRole('button', { name: 'Crear servicio' }).click()
  await expect(page.getByText(/^Escribe un número de 5 min a 720 min/)).toBeVisible()
  await duration.fill('2h 30')
  await duration.blur()
  await expect(duration).toHaveValue('150')
  await page.getByRole('button', { name: 'Crear servicio' }).click()
  const price = page.getByLabel(/^Precio con IVA/)
  await expect(price).toBeFocused()
  await price.fill('1,20')
  await page.getByRole('button', { name: 'Crear servicio' }).click()
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  await price.fill('1,200')
  await page.getByRole('button', { name: 'Crear servicio' }).click()
  await expect(page.getByText('Servicio guardado').first()).toBeVisible()
  const saved = async () => {
    const [one] = await (await page.request.get('/api/professional/services')).json()
    return { minutes: one.durationMinutes, cents: one.priceCents, cap: one.dailyCap }
  }
  expect(await saved()).toEqual({ minutes: 150, cents: 120_000, cap: null })

  // Input that is not understood does not save the previous value again, on any part of the form.
  await page.getByRole('link', { name: 'Editar Corte de autor' }).click()
  await page.getByRole('tab', { name: 'Tiempo' }).click()
  await duration.fill('1:75')
  await page.getByRole('tab', { name: 'Básico' }).click()
  await page.getByLabel('Nombre').fill('Corte de autora')
  await page.getByRole('button', { name: 'Guardar servicio' }).click()
  await expect(duration).toHaveAttribute('aria-invalid', 'true')
  expect(await saved()).toEqual({ minutes: 150, cents: 120_000, cap: null })
  for (const [typed, minutes] of [
    ['1.5 h', 90],
    ['1:30', 90],
    ['90 min', 90],
    ['2 horas y 15 minutos', 135],
  ] as const) {
    await duration.fill(typed)
    await page.getByText(new RegExp(`Tu agenda queda ocupada`)).click()
    await expect(duration).toHaveValue(String(minutes))
  }
  await page.getByLabel(/^Citas al día/).fill('muchas')
  await page.getByRole('button', { name: 'Guardar servicio' }).click()
  await expect(page.getByLabel(/^Citas al día/)).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel(/^Citas al día/).fill('4 citas')
  await page.getByRole('button', { name: 'Guardar servicio' }).click()
  await expect(page.getByText('Servicio guardado').first()).toBeVisible()
  await expect.poll(saved).toEqual({ minutes: 135, cents: 120_000, cap: 4 })
  await page.context().close()
})
