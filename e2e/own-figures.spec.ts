/** A professional's dashboard: every figure explains its source and can be downloaded as a table. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { bookHour, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { pageOf, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a professional’s figures are drawn, explained and downloadable as CSV', async ({ browser }) => {
  test.setTimeout(180_000)
  const page = await pageOf(browser, stylist.email)
  await page.goto('/professional-dashboard')
  await ready(page)
  await expect(page.getByRole('region', { name: 'Por hacer', exact: true })).toBeVisible()
  await page.goto('/professional-dashboard?tab=numbers')
  await ready(page)
  for (const name of ['Ingresos', 'Tu dinero', 'Ocupación', 'De la vista a la cita', 'Clientes que vuelven'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tu confiabilidad' })).toBeVisible()
  const income = page.getByRole('region', { name: 'Ingresos', exact: true })
  await expect(income.getByText('Neto liquidado')).toBeVisible()
  await income.getByText(/¿De dónde sale\?/).click()
  await expect(income.getByText(/centavo por centavo/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: '7 días' }).click()
  await expect(page).toHaveURL(/days=7/)
  const table = await income.getByRole('link', { name: /CSV/ }).getAttribute('href')
  const answer = await page.request.get(table ?? '')
  expect(answer.status()).toBe(200)
  expect(await answer.text()).toContain('Fecha,Inicio,Fin,Servicio,Cliente,Lugar,Estado')
})

test('a professional who cancelled a visit sees until when it counts, and what would not have counted', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const renata = await stylistNear(browser, salon, 'Renata')
  const { page } = renata
  await letIn(salon, renata)
  const visit = await bookHour(browser, renata, salon.spaceId, dateAhead(3), 1)
  const post = (what: string, data: object) => page.request.post(`/api/bookings/${visit}/${what}`, { data })
  const { token } = await (await post('cancel-quote', { as: 'professional' })).json()
  const cancelled = await post('cancel', { quoteToken: token, why: 'emergency' })
  expect(cancelled.status(), await cancelled.text()).toBe(200)
  await page.goto('/professional-dashboard?tab=numbers')
  await ready(page)
  await expect(page.getByRole('heading', { name: 'Cómo subirla' })).toBeVisible()
  await expect(page.getByText(/^El \d+ [a-z]{3} \d{4} deja de contar tu falta más antigua\.$/)).toBeVisible()
  await expectAccessibleEverywhere(page)
})
