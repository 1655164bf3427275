/** An appointment of the own agenda that is paid by a link, or by a deposit and the rest at the place: by whom, in how many presses. */
import { expect, type Browser, type Locator } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { bookHour, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { cards, fillCard } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const maxPresses = 4

const stylistWithClient = async (browser: Browser, name: string) => {
  const salon = await salonOf(browser, ['Silla 1'], undefined, { lets: true })
  const stylist = await stylistNear(browser, salon, name)
  await letIn(salon, stylist)
  await bookHour(browser, stylist, salon.spaceId, dateAhead(9), 1)
  return stylist.page
}

test('a known client gets a payment link in four presses and pays it, and both parties see it @desktop', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const page = await stylistWithClient(browser, 'Jimena')
  await page.goto('/professional-calendar-advanced')
  await ready(page)
  let presses = 0
  const press = async (target: Locator) => {
    presses += 1
    await target.click()
  }
  await press(page.getByRole('button', { name: 'Nueva cita' }))
  const sheet = page.getByRole('dialog', { name: 'Nueva cita' })
  await press(sheet.getByRole('button', { name: /^Lucía/ }))
  await press(sheet.getByText('Con liga de pago'))
  await expect(sheet.getByText(/Le llega una liga para pagar .+ Comisión de Kalli: 10 %/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await press(sheet.getByRole('button', { name: 'Agendar' }))
  const made = page.getByRole('dialog', { name: 'Cita agendada' })
  await expect(made.getByText(/Falta por pagar \$[\d,.]+ con la liga/)).toBeVisible()
  expect(presses).toBeLessThanOrEqual(maxPresses)
  const link = await made.getByText(/\/s\/\w{12}$/).innerText()
  expect(link.length).toBeLessThanOrEqual(40)
  expect(
    decodeURIComponent(
      (await made.getByRole('link', { name: 'Escribirle por WhatsApp' }).getAttribute('href')) ?? '',
    ),
  ).toContain(link)
  await expectAccessibleEverywhere(page)
  await made.getByRole('button', { name: 'Listo' }).click()

  // The client, on another telephone, without an account.
  const client = await (await browser.newContext()).newPage()
  await client.goto(new URL(link).pathname)
  await ready(client)
  await expect(client.getByRole('heading', { name: 'Paga tu cita' })).toBeVisible()
  await expect(client.getByText('Falta por pagar')).toBeVisible()
  await expectAccessibleEverywhere(client)
  await fillCard(client, cards.accepted)
  await client.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(client.getByRole('heading', { name: 'La cita está pagada' })).toBeVisible()
  await client.context().close()
})

test('a known client’s deposit is requested by link, sent again, and paid on site instead @desktop', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const page = await stylistWithClient(browser, 'Regina')
  await page.goto('/professional-clients')
  await ready(page)
  await page
    .getByRole('link', { name: /^Lucía/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Volver a reservar' }).click()
  const sheet = page.getByRole('dialog', { name: 'Nueva cita' })
  await expect(sheet.getByText('Para Lucía')).toBeVisible()
  await sheet.getByText('Con anticipo').click()
  await sheet.getByLabel('Anticipo con liga ($)').fill('120')
  await expect(sheet.getByText(/Le llega una liga para pagar \$120; los otros/)).toBeVisible()
  const sent = page.waitForResponse(
    (answer) => answer.url().endsWith('/own-appointments') && answer.request().method() === 'POST',
  )
  await sheet.getByRole('button', { name: 'Agendar' }).click()
  const { id } = await (await sent).json()
  const made = page.getByRole('dialog', { name: 'Cita agendada' })
  await expect(
    made.getByText(/Falta por pagar \$120 con la liga, y \$[\d,.]+ en el lugar, efectivo/),
  ).toBeVisible()
  await made.getByRole('button', { name: 'Listo' }).click()

  await page.goto(`/professional-appointments?visit=${id}`)
  await ready(page)
  const visit = page.getByRole('dialog')
  await expect(visit.getByText(/Falta por pagar \$120 con la liga;/)).toBeVisible()
  await visit.getByRole('button', { name: 'Liga de pago' }).click()
  const paying = page.getByRole('dialog', { name: 'Cobrar $120' })
  await paying.getByRole('button', { name: 'Enviársela otra vez' }).click()
  await expect(paying.getByText(/^Enviada a /)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')
  await visit.getByRole('button', { name: 'Pagó en el lugar' }).click()
  const taking = page.getByRole('dialog', { name: '¿Te pagó $120 en el lugar?' })
  await taking.getByText('Transferencia').click()
  await expectAccessibleEverywhere(page)
  await taking.getByRole('button', { name: 'Sí, ya tengo $120' }).click()
  // The deposit and the rest each keep their way, and both can be corrected.
  await expect(
    visit.getByText(/^Pagada: \$[\d,.]+ en el lugar \(\$120 transferencia y \$[\d,.]+ efectivo\)/),
  ).toBeVisible()
  await visit.getByRole('button', { name: /^Cobrar \$/ }).click()
  const resting = page.getByRole('dialog', { name: /^Cobrar \$/ })
  await resting
    .getByRole('group', { name: /de anticipo, te pagó con/ })
    .getByText('Tu terminal')
    .click()
  await expectAccessibleEverywhere(page)
  await resting.getByRole('button', { name: /^Sí, ya tengo \$/ }).click()
  await expect(visit.getByText(/en el lugar \(\$120 tu terminal y \$[\d,.]+ efectivo\)/)).toBeVisible()
  await expect(visit.getByRole('button', { name: 'Corregir cómo pagó' })).toBeVisible()
})

test('a long press in the agenda opens a weekly appointment, and a walk-in gets the first free chair or the next hours @desktop', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const page = await stylistWithClient(browser, 'Ofelia')
  const date = dateAhead(10)
  await page.goto(`/professional-calendar-advanced?view=day&date=${date}`)
  await ready(page)
  // A long press asks for the context menu: the same sheet at that hour.
  await page
    .locator('[data-empty="12"]')
    .first()
    .click({ button: 'right', position: { x: 8, y: 4 } })
  const sheet = page.getByRole('dialog', { name: 'Nueva cita' })
  await expect(sheet.getByLabel('Hora')).toContainText('12:00')
  await sheet.getByRole('button', { name: /^Lucía/ }).click()
  await sheet.getByRole('button', { name: 'Repetir' }).click()
  await sheet.getByLabel('Cada cuánto').selectOption('Cada semana')
  await expect(sheet.getByRole('listitem').filter({ hasText: '12:00' })).toHaveCount(3)
  await expectAccessibleEverywhere(page)
  await sheet.getByRole('button', { name: 'Agendar' }).click()
  const made = page.getByRole('dialog', { name: 'Cita agendada' })
  await expect(made.getByText(/y 3 fechas más\. Paga \$/)).toBeVisible()
  await made.getByRole('button', { name: 'Listo' }).click()

  // A walk-in: now, in the first free chair, or the reason why not and the next hours.
  await page.goto('/professional-calendar-advanced?nueva=1&time=now')
  await ready(page)
  await expect(sheet.getByRole('status').filter({ hasText: /En .+|Ahora no se puede/ })).toBeVisible()
  await sheet.getByRole('button', { name: 'Ahora' }).click()
  await sheet.getByRole('button', { name: /^Lucía/ }).click()
  await expect(sheet.getByRole('status').filter({ hasText: /^En .+|Ahora no se puede/ })).toBeVisible()
  if (await sheet.getByText('Ahora no se puede').isVisible()) {
    // She must choose another hour herself; none is chosen for her.
    await expect(sheet.getByText('Elige una hora libre.').first()).toBeVisible()
    await sheet.getByLabel('Hora').selectOption({ index: 1 })
  }
  await sheet.getByRole('button', { name: 'Agendar' }).click()
  await expect(made).toBeVisible()
})

test('an appointment to be paid on site gets a payment link in two presses, after the stylist reads what she keeps @desktop', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const page = await stylistWithClient(browser, 'Mariana')
  await page.goto('/professional-calendar-advanced')
  await ready(page)
  await page.getByRole('button', { name: 'Nueva cita' }).click()
  const sheet = page.getByRole('dialog', { name: 'Nueva cita' })
  await sheet.getByRole('button', { name: /^Lucía/ }).click()
  const sent = page.waitForResponse(
    (answer) => answer.url().endsWith('/own-appointments') && answer.request().method() === 'POST',
  )
  await sheet.getByRole('button', { name: 'Agendar' }).click()
  const { id } = await (await sent).json()
  await page.getByRole('dialog', { name: 'Cita agendada' }).getByRole('button', { name: 'Listo' }).click()
  await page.goto(`/professional-appointments?visit=${id}`)
  await ready(page)
  let presses = 0
  const press = async (target: Locator) => {
    presses += 1
    await target.click()
  }
  const shown = page.getByRole('dialog')
  const button = shown.getByRole('button', { name: 'Cobrar con liga de pago' })
  await press(button)
  const quote = page.getByRole('dialog', { name: 'Cobrar con liga de pago' })
  await expect(quote.getByText('Te queda con la liga')).toBeVisible()
  await expect(quote.getByText('Comisión de Kalli: 10 %, porque el pago pasa por Kalli')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await press(quote.getByRole('button', { name: 'Mandar la liga' }))
  await expect(quote).toBeHidden()
  await expect(shown.getByText(/^Falta por pagar/)).toBeVisible()
  await expect(button).toHaveCount(0)
  expect(presses).toBe(2)
})
