/** A stylist's own system receives her bookings: added in the settings, tried, verified by the other side, read in the log, sent again. */
import { expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { bookHour, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** The other side's page: the receiver of development. */
const receiver = (page: Page, address: string) => {
  const { pathname } = new URL(address)
  return {
    settle: (secret: string, manner: string) =>
      page.request.post(`${pathname}/settings`, { form: { secret, manner }, maxRedirects: 0 }),
    shows: async () => (await page.request.get(pathname)).text(),
  }
}

test('a stylist’s webhook endpoint receives a booking @desktop', async ({ browser }) => {
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Noemí')
  await letIn(salon, stylist)
  const { page } = stylist
  await page.goto('/settings?section=developers')
  await ready(page)
  await page.getByRole('heading', { name: 'Webhooks' }).click()
  await expect(page.getByText('Nadie más se entera')).toBeVisible()
  await page.getByRole('button', { name: 'Agregar una dirección' }).click()
  const adding = page.getByRole('dialog', { name: 'Una dirección nueva' })
  await adding.getByRole('textbox', { name: 'Dirección' }).fill('http://10.0.0.1/interno')
  await adding.getByRole('button', { name: 'Agregar' }).click()
  await expect(adding.getByText(/Escribe una dirección que empiece con https/)).toBeVisible()
  const address = `${new URL(page.url()).origin}/dev/webhooks/noemi-${process.pid}-${Date.now()}`
  const other = receiver(page, address)
  await adding.getByRole('textbox', { name: 'Dirección' }).fill(address)
  await adding.locator('summary').filter({ hasText: 'Dinero' }).click()
  await adding.getByRole('group', { name: 'Dinero' }).getByLabel('Todos estos').uncheck()
  await adding.getByLabel('Llega o se devuelve una propina').check()
  await expect(adding.getByText('1 de 6')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await adding.getByRole('button', { name: 'Agregar' }).click()
  const shown = page.getByRole('dialog', { name: 'El secreto de la firma' })
  const secret = (await shown.locator('code').innerText()).trim()
  expect(secret).toMatch(/^whsec_/)
  await other.settle(secret, 'accept')
  await shown.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByText(secret)).toBeHidden()
  await expect(page.getByText('Sin avisos todavía')).toBeVisible()

  await page.getByRole('button', { name: /^Enviar una prueba/ }).click()
  await expect(page.getByText('Llegó la prueba', { exact: true })).toBeVisible()
  await expect(page.getByText('Funciona', { exact: true })).toBeVisible()
  expect(await other.shows()).toContain('webhook.test</b> · Firma válida')

  await bookHour(browser, stylist, salon.spaceId, dateAhead(6), 2)
  await expect
    .poll(() => other.shows(), { timeout: 75_000 })
    .toContain('booking.confirmed</b> · Firma válida')
  // Nothing about the client.
  expect(await other.shows()).not.toMatch(/Lucía|Nava|correo\.test|55\d{8}/)

  await other.settle(secret, 'fail')
  await page.getByRole('button', { name: /^Registro/ }).click()
  const log = page.getByRole('dialog', { name: 'Registro' })
  await log.getByText(/^Se confirma una reserva/).click()
  await expect(log.getByLabel('Lo que se envía')).toContainText('"booking.confirmed"')
  await log.getByRole('button', { name: 'Enviar otra vez' }).click()
  await expect(log.getByText('Tuvo un error. Respondió 500.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await other.settle(secret, 'gone')
  await log.getByRole('button', { name: 'Enviar otra vez' }).click()
  await expect(log.getByText('Respondió que ya no existe (410): la apagamos.')).toBeVisible()
  await log.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByText('Apagada: dijo que ya no existe')).toBeVisible()

  // What happens while it is off stays in the log, to be sent to another address of the same system.
  await bookHour(browser, stylist, salon.spaceId, dateAhead(6), 5)
  await page.getByRole('button', { name: /^Más de / }).click()
  await page.getByRole('menuitem', { name: 'Cambiar la dirección' }).click()
  const moving = page.getByRole('dialog', { name: 'Cambiar la dirección' })
  await moving.getByRole('textbox', { name: 'Dirección' }).fill('http://10.0.0.1/interno')
  await moving.getByRole('button', { name: 'Guardar' }).click()
  await expect(moving.getByText(/Escribe una dirección que empiece con https/)).toBeVisible()
  const next = receiver(page, `${address}-nueva`)
  await next.settle(secret, 'accept')
  await moving.getByRole('textbox', { name: 'Dirección' }).fill(`${address}-nueva`)
  await moving.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('paragraph').filter({ hasText: `${address}-nueva` })).toBeVisible()
  await page.getByRole('button', { name: /^Encender/ }).click()
  await expect(page.getByText('Sin avisos todavía')).toBeVisible()
  await page.getByRole('button', { name: /^Registro/ }).click()
  await log.getByText('En espera', { exact: true }).click()
  await expect(log.getByText('Ninguno espera')).toBeVisible()
  await log.getByText('No llegaron', { exact: true }).click()
  await expect(log.getByText('No se envió').first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  await log.getByRole('button', { name: 'Reenviar los que no llegaron' }).click()
  await expect(page.getByText(/^Reenviamos \d+ avisos, en su orden$/)).toBeVisible()
  await expect.poll(() => next.shows(), { timeout: 75_000 }).toContain('booking.confirmed</b> · Firma válida')
  await log.getByRole('button', { name: 'Cerrar' }).click()
  await page.reload()
  await ready(page)
  await expect(page.getByText('Funciona', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: /^Más de / }).click()
  await page.getByRole('menuitem', { name: 'Cambiar el secreto' }).click()
  await page.getByRole('button', { name: 'Cambiar secreto' }).click()
  await expect(shown.locator('code')).not.toHaveText(secret)
  await shown.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByText(/El secreto anterior firma también hasta/)).toBeVisible()
  await page.getByRole('button', { name: /^Más de / }).click()
  await page.getByRole('menuitem', { name: 'Quitar' }).click()
  await page.getByRole('button', { name: 'Quitar dirección' }).click()
  await expect(page.getByText('Nadie más se entera')).toBeVisible()
})
