/** The pin moves to the typed address of a host or professional, can be moved by keyboard, and is saved. */
import { expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { inCalvillo, newcomer, publishProfile } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const lookUp = (page: Page) => page.getByRole('button', { name: 'Poner el pin en esta dirección' })

test('the pin of a space follows its typed address, and the position that the host sets is what is saved @desktop', async ({
  browser,
  isMobile,
}) => {
  const page = await newcomer(browser, 'host')
  await page.setViewportSize(isMobile ? { width: 390, height: 844 } : { width: 1280, height: 800 })
  const made = await page.request.post('/api/spaces', { data: { businessName: 'Casa del Pin' } })
  const { id } = await made.json()
  const saved = async () => (await page.request.get(`/api/host/spaces/${id}`)).json()
  await page.goto(`/host-registration?space=${id}&step=2`)
  await ready(page)
  await page.getByRole('combobox', { name: 'Colonia, negocio o ciudad' }).fill('Roma Norte')
  await page.getByRole('option').first().click()
  await expect(lookUp(page)).toHaveCount(0)
  await page.getByLabel('Calle y número').fill('Álvaro Obregón 120')
  await expect(page.getByText('El pin está en Álvaro Obregón 120, Roma Norte.')).toBeVisible()
  await expect(page.getByText('Calles de muestra.')).toBeVisible()
  await expect(page.getByLabel('C. P.')).toHaveValue('06700')
  await expect.poll(async () => (await saved()).postalCode).toBe('06700')
  const found = await saved()
  expect([found.latitude, found.longitude]).not.toEqual([19.4189, -99.1627])
  await expectAccessibleEverywhere(page)

  const map = page.getByRole('application')
  await map.focus()
  await map.press('ArrowUp')
  await expect.poll(async () => (await saved()).latitude).toBeGreaterThan(found.latitude)
  const placed = await saved()
  // A pin that was set stays while typing on; the button moves it.
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/places/address')) requests.push(request.url())
  })
  await page.getByLabel('Calle y número').fill('Álvaro Obregón 300')
  await page.waitForTimeout(1_500)
  expect(requests).toEqual([])
  expect((await saved()).latitude).toBe(placed.latitude)
  await lookUp(page).press('Enter')
  await expect(page.getByText('El pin está en Álvaro Obregón 300, Roma Norte.')).toBeVisible()
  await expect.poll(async () => (await saved()).latitude).not.toBe(placed.latitude)

  await page.getByLabel('Calle y número').fill('Callejón del Sapo 3')
  await lookUp(page).press('Enter')
  await expect(page.getByText(/No encontramos esa calle: parte del centro de Roma Norte/)).toBeVisible()
})

test('a professional places their door on the map by typing its address', async ({ browser }) => {
  const page = await newcomer(browser, 'professional')
  await publishProfile(page, await inCalvillo(page))
  const saved = async () => (await page.request.get('/api/professional/profile')).json()
  const before = await saved()
  await page.goto('/professional-dashboard?tab=profile&section=profile')
  await ready(page)
  await page.getByRole('textbox', { name: 'Dirección' }).fill('Hidalgo 45')
  const door = page.getByRole('group', { name: 'Tu puerta en el mapa' })
  await lookUp(page).click()
  await expect(door.getByRole('status')).toContainText('El pin está en Hidalgo 45')
  await page.getByRole('button', { name: 'Guardar perfil' }).click()
  await expect(page.getByText('Perfil guardado').first()).toBeVisible()
  const after = await saved()
  expect([after.latitude, after.longitude]).not.toEqual([before.latitude, before.longitude])
  expect([after.municipalityId, after.address]).toEqual([before.municipalityId, 'Hidalgo 45'])
})
