/** A first name and a telephone are enough everywhere: for the waitlist, for gift cards, for seeing their data and for deleting them. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { codeAt } from './emails.ts'
import { dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { cards, chooseDay, fillCard, newPhone, payButton } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** The address of the link in the newest text message with this text; no link is longer than 40 characters. */
const linkTo = async (page: Page, digits: string, saying: RegExp) => {
  let link = ''
  await expect(async () => {
    const html = await (await page.request.get(`/dev/sms?to=${encodeURIComponent(`+52${digits}`)}`)).text()
    const message = html.split('<li>').find((one) => saying.test(one)) ?? ''
    link = /href="(http[^"]+)"/.exec(message)?.[1] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 40_000 })
  expect(link.length).toBeLessThanOrEqual(40)
  return link
}

test('a visitor joins the waitlist by telephone, is offered an hour by message and books it by its link @desktop-deep', async ({
  browser,
  page,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Ofelia')
  await letIn(salon, stylist)
  const day = dateAhead(5)
  const openOn = async (windows: object[]) => {
    const saved = await stylist.page.request.post('/api/availability/exceptions', {
      data: { date: day, windows },
      headers: { 'idempotency-key': `${day}-telephone-${windows.length}` },
    })
    expect(saved.status(), await saved.text()).toBe(200)
  }
  await openOn([])
  const digits = newPhone()
  await page.goto(`/booking?professional=${stylist.professionalId}&service=${stylist.serviceId}`)
  await ready(page)
  await chooseDay(page, 5)
  await page.getByRole('button', { name: 'Avísame si se abre un lugar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Avísame si se abre un lugar' })
  await dialog.getByLabel('Hasta').fill(day)
  await dialog.getByLabel('Nombre').fill('Paola')
  await dialog.getByLabel('Teléfono').fill(digits)
  // The code left by WhatsApp; one press sends the same one by SMS.
  await expect(dialog.getByText(/Lo enviamos por WhatsApp a/)).toBeVisible()
  await expectAccessible(page, 'the code of who waits')
  await dialog.getByRole('button', { name: 'Envíalo por SMS' }).click()
  await expect(dialog.getByRole('button', { name: 'Envíalo por SMS' })).toHaveCount(0)
  await dialog.getByLabel('Código de seis dígitos').fill(await codeAt(page, 'sms', `+52${digits}`))
  await expect(dialog.getByText('Teléfono confirmado')).toBeVisible()
  await dialog.getByRole('button', { name: 'Esperar un lugar' }).click()
  const done = page.getByRole('dialog', { name: 'Ya estás en la lista' })
  await done.getByRole('link', { name: 'Ver mi lista de espera' }).click()
  await expect(page.getByText('En espera')).toBeVisible()

  await openOn([{ fromMinute: 600, toMinute: 660 }])
  await page.goto(await linkTo(page, digits, /se abri. un lugar/))
  await ready(page)
  await expect(page).toHaveURL(/\/bookings\/.+\/accept$/)
  await page.getByRole('button', { name: /^Aceptar y pagar/ }).click()
  await expect(page).toHaveURL(/\/dynamic-checkout/)
  await ready(page)
  await expect(page.getByRole('region', { name: 'Tus datos' })).toContainText('Paola')
  await fillCard(page, cards.accepted)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
})

test('a gift card is bought and received with only a telephone @desktop-deep', async ({ browser, page }) => {
  test.setTimeout(120_000)
  const [mine, theirs] = [newPhone(), newPhone()]
  await page.goto('/dynamic-checkout?gift=new')
  await ready(page)
  await page.getByRole('radio', { name: '$300', exact: true }).check()
  await page.getByLabel('Para', { exact: true }).fill('Inés')
  await page.getByLabel('De', { exact: true }).fill('Lucía')
  await page.getByRole('radio', { name: 'Por mensaje a su celular' }).check()
  await page.getByLabel('Celular de quien la recibe').fill(theirs)
  await page.getByLabel('Tu teléfono').fill(mine)
  await page.getByLabel('Código de seis dígitos').fill(await codeAt(page, 'sms', `+52${mine}`))
  await expect(page.getByText('Teléfono confirmado')).toBeVisible()
  await fillCard(page, cards.accepted)
  await expectAccessible(page, 'a gift by telephone')
  await page.getByRole('button', { name: 'Pagar $300' }).click()
  await expect(page.getByRole('heading', { name: 'Tu regalo para Inés está listo' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText(`El mensaje salió a +52${theirs}`)).toBeVisible()
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(await linkTo(page, mine, /Tu tarjeta de regalo/))
  await expect(elsewhere.getByRole('heading', { name: 'Tu regalo para Inés está listo' })).toBeVisible()
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(await linkTo(page, theirs, /te regala/))
  await expect(stranger.getByRole('heading', { name: 'Inés, Lucía te hizo un regalo' })).toBeVisible()
})

test('a giver with only a telephone downloads their data and has them deleted @desktop', async ({ page }) => {
  test.setTimeout(120_000)
  const digits = newPhone()
  await page.goto('/dynamic-checkout?gift=new')
  await ready(page)
  await page.getByLabel('Para', { exact: true }).fill('Sol')
  await page.getByLabel('De', { exact: true }).fill('Nube')
  await page.getByRole('radio', { name: /^Yo se la doy/ }).check()
  await page.getByLabel('Tu teléfono').fill(digits)
  await page.getByLabel('Código de seis dígitos').fill(await codeAt(page, 'sms', `+52${digits}`))
  await fillCard(page, cards.accepted)
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await expect(page.getByRole('heading', { name: 'Tu regalo para Sol está listo' })).toBeVisible({
    timeout: 30_000,
  })

  await page.goto('/guest-bookings')
  await ready(page)
  await page.getByRole('link', { name: 'Mis datos' }).click()
  await expect(page.getByRole('heading', { name: 'Descargar mis datos' })).toBeVisible()
  await expectAccessible(page, 'the data of a telephone')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Para leer' }).click()
  expect((await downloading).suggestedFilename()).toBe('mis-datos-de-kalli.html')
  await page.getByRole('button', { name: 'Borrar mis datos' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Borrar tus datos?' })
  await dialog.getByLabel('Escribe BORRAR para confirmar').fill('BORRAR')
  await dialog.getByRole('button', { name: 'Borrar para siempre' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/guest-bookings')
  await expect(page.getByLabel('Celular o correo')).toBeVisible()
})
