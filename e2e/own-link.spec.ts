/** /book: own links and frames in other people's pages. */
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { chooseDay, chooseHour, host, pageOf } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

type Attendance = { name: string; services: { id: number; name: string; professionalId: number }[] }

test('a salon’s embedded page offers any of its professionals, and holds and pays in the full window', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const attendance = await page.request.get('/api/public/attendance?business=1')
  const business: Attendance = await attendance.json()
  const service = business.services.find(({ name }) => name === 'Corte caballero')
  // Foreign sites may frame only this one address.
  const own = (await page.request.get('/book?b=1')).headers()
  expect(own['content-security-policy']).toContain('frame-ancestors *')
  expect(own['x-frame-options']).toBeUndefined()
  const other = (await page.request.get('/booking?professional=1')).headers()
  expect(other['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(other['x-frame-options']).toBeDefined()

  // The same machine by its IP address is another site; a made-up host may not be served what runs on this machine.
  await page.goto(`${String(baseURL).replace('localhost', '127.0.0.1')}/api/health`)
  await page.evaluate((src) => {
    document.body.innerHTML = '<h1>Mi salón</h1><iframe title="Reserva" width="100%" height="760"></iframe>'
    document.querySelector('iframe')?.setAttribute('src', src)
  }, `${baseURL}/book?b=1`)
  const inside = page.frameLocator('iframe')
  await inside.getByRole('link', { name: /^Corte caballero/ }).click()
  await expect(inside.getByRole('link', { name: 'Cualquier profesional' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await chooseDay(inside, 11)
  await chooseHour(inside)
  await inside.getByRole('link', { name: 'Continuar', exact: true }).click()

  await expect(page).toHaveURL(/\/book\?.*at=/)
  await ready(page)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: business.name })).toBeVisible()
  await expect(page.getByText(/^Corte caballero · con /)).toBeVisible()
  await expect(page.getByRole('button', { name: /^\d\d:\d\d/, pressed: true })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Apartar y continuar' }).click()
  await expect(page.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  await ready(page)
  expect(service).toBeDefined()

  // Typed values survive an hour that was released; choosing another leads back to the same shell.
  await page.getByLabel('Nombre', { exact: true }).fill('Paola')
  const held = new URL(page.url()).searchParams.get('hold')
  expect((await page.request.delete(`/api/holds/${held}`)).status()).toBe(200)
  await page.reload()
  await ready(page)
  await expect(page.getByRole('heading', { name: 'Ya no está apartado' })).toBeVisible()

  // A link to an unknown professional says so, without the marketplace around.
  await page.goto('/book?p=999999')
  await expect(page.getByRole('heading', { name: 'Este enlace ya no lleva a nadie' })).toBeVisible()
})

test('a host finds the booking link of the business and its QR code', async ({ browser }) => {
  const page = await pageOf(browser, host.email)
  await page.goto('/host-dashboard?tab=profile&section=profile')
  await ready(page)
  await expect(page.getByRole('textbox', { name: 'Tu enlace' }).first()).toHaveValue(/\/book\?b=\d+$/)
  await expect(page.getByRole('img', { name: 'Código QR de tu enlace' }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Pon tus horarios en tu página' }).first().click()
  await expect(page.getByRole('heading', { name: 'Widget para tu página' })).toBeVisible()
})
