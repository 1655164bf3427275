/** A host's figures, explained and downloaded as a table; a professional's rules for spaces, tried and saved. */
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { host, pageOf, password } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a host reads the day, the money, the hours and the searches without results, and downloads a table', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const page = await pageOf(browser, host.email)
  await page.goto('/host-dashboard')
  await ready(page)
  for (const name of ['Hoy', 'Por hacer']) await expect(figure(page, name)).toBeVisible()
  await page.getByRole('navigation', { name: 'Vistas del dashboard' }).getByText('Números').click()
  for (const name of ['Ingresos', 'Demanda que nadie atendió', 'Ocupación por hora'])
    await expect(figure(page, name)).toBeVisible()
  await expect(figure(page, 'Ingresos').getByText('Neto liquidado')).toBeVisible()
  const hours = figure(page, 'Ocupación por hora').getByRole('table')
  await expect(hours).toHaveAccessibleName('Ocupación de cada hora de la semana, en por ciento')
  await expect(hours.getByRole('columnheader', { name: 'lunes' })).toBeVisible()

  await figure(page, 'Ingresos').getByText('¿De dónde sale?').click()
  await expect(figure(page, 'Ingresos').getByText(/De tu libro de cuentas en Kalli/)).toBeVisible()
  await expectAccessibleEverywhere(page)

  await page.getByRole('link', { name: '90 días' }).click()
  await expect(page).toHaveURL(/days=90/)
  await expect(figure(page, 'Ingresos').getByText('Neto liquidado')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    figure(page, 'Ingresos').getByRole('link', { name: /CSV/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^kalli-ingresos-.*\.csv$/)
  const text = readFileSync(await download.path(), 'utf8')
  expect(text.startsWith('\ufeffFecha,Inicio,Fin,Espacio,')).toBe(true)
  expect(text.split('\r\n').length).toBeGreaterThan(2)

  await page.goto('/host-dashboard')
  await ready(page)
  // A pending task links to its screen.
  await figure(page, 'Por hacer').getByRole('listitem').first().getByRole('link').click()
  await expect(page).not.toHaveURL(/host-dashboard/)
})

test('a figure that fails shows the error in its own card, and an empty figure says what to do', async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage()
  const email = `anfitriona${process.pid}${Date.now()}@correo.test`
  const registered = await page.request.post('/api/auth/register', {
    data: { email, password, firstName: 'Nadia', lastName: 'Pech', phone: '', role: 'host' },
  })
  expect(registered.ok(), await registered.text()).toBe(true)
  await page.goto('/host-dashboard')
  await ready(page)
  await expect(figure(page, 'Hoy').getByText('Publica tu primer espacio')).toBeVisible()
  await expect(figure(page, 'Por hacer').getByText('Nada pendiente')).toBeVisible()
  await page.goto('/host-dashboard?tab=numbers')
  await ready(page)
  await expect(figure(page, 'Ingresos').getByText('Sin rentas en estas fechas')).toBeVisible()
  await page.route('**/api/host/figures/income**', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.getByRole('link', { name: '7 días', exact: true }).click()
  await expect(figure(page, 'Ingresos').getByRole('alert')).toBeVisible()
  await expect(figure(page, 'Ocupación por hora').getByRole('alert')).toHaveCount(0)
  await page.unroute('**/api/host/figures/income**')
  await figure(page, 'Ingresos').getByRole('button', { name: 'Intentar de nuevo' }).click()
  await expect(figure(page, 'Ingresos').getByText('Sin rentas en estas fechas')).toBeVisible()
})

test('a professional sets the minimum to keep after rent, sees the hours lost, lowers it and saves it', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  // From the demo data, not from another test.
  const page = await pageOf(browser, 'profesional7@kalli.test')
  await page.goto('/professional-space-rules')
  await ready(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Dónde y cómo trabajo' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /horarios? para tus clientes/ })).toBeVisible()
  await expectAccessibleEverywhere(page)

  await page.locator('summary', { hasText: 'Ganancia mínima' }).click()
  const least = page.locator('details', { hasText: 'Ganancia mínima' })
  await least.getByLabel('Usar esta regla').check()
  await least.getByLabel('Del precio del servicio (%)').fill('99')
  await expect(page.getByText('Qué te abriría más horarios')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^0 horarios/ })).toBeVisible()
  await expect(page.getByText('Tu regla: te quedaría menos de tu mínimo').first()).toBeVisible()
  // Typed values survive a reload.
  await page.reload()
  await ready(page)
  await expect(page.getByText('Te queda al menos 99 % del precio')).toBeVisible()
  await page
    .getByRole('button', { name: /^Probar: si te basta con ganar/ })
    .first()
    .click()
  await expect(page.getByRole('status').filter({ hasText: /^0 horarios/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Guardar reglas' }).click()
  await expect(page.getByText('Reglas guardadas').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(/Te quedan al menos \$/)).toBeVisible()
  await expect(page.getByText('No hay cambios por guardar.')).toBeVisible()
})
