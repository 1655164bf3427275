/** A stylist makes appointments for her clients, who answer by the link of an email: one accepts three dates and pays, one declines. */
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { codeAt, openLink } from './emails.ts'
import { dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { cards, fillCard, someone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'
import { openVisit } from './visits.ts'

test('a stylist creates an appointment and the client accepts by link and pays; another client declines', async ({
  browser,
}) => {
  // Two newcomers, a listing with its photos, two visitors, and checks of four screens.
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const { page } = stylist

  const make = async (who: ReturnType<typeof someone>, daysAhead: number, repeats = false) => {
    await page.goto('/professional-appointments')
    await ready(page)
    await page.getByRole('main').getByRole('link', { name: 'Nueva cita' }).click()
    await page.getByRole('button', { name: 'Que la acepte y pague por Kalli' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nueva cita para un cliente' })
    // One chair means one person at a time: shown as text, not offered as a choice.
    const forHowMany = dialog.getByLabel('¿Para cuántas personas?')
    await forHowMany.selectOption('2')
    await expect(dialog.getByText(/^Ahí cabe una persona a la vez/)).toBeVisible()
    await forHowMany.selectOption('1')
    await dialog.getByRole('group', { name: 'Elige un día' }).getByRole('button').nth(daysAhead).click()
    await dialog
      .getByRole('group', { name: /^Horarios de la/ })
      .getByRole('button')
      .first()
      .click()
    if (repeats) {
      await dialog.getByLabel('Repetir esta cita en más fechas').check()
      await dialog.getByLabel('Cuántas citas en total').selectOption('3')
      await expect(dialog.getByText('Libre')).toHaveCount(2)
    }
    await dialog.getByLabel('Nombre').fill(who.firstName)
    await dialog.getByLabel('Apellidos').fill(who.lastName)
    await dialog.getByLabel('Correo').fill(who.email)
    await dialog.getByLabel('Mensaje').fill('Te toca el retoque.')
    await expectAccessible(page, 'an appointment for a client')
    await dialog
      .getByRole('button', {
        name: repeats ? 'Apartar 3 citas y enviar el enlace' : 'Apartar y enviar el enlace',
      })
      .click()
    await expect(page.getByRole('dialog', { name: 'Enlace enviado' })).toBeVisible()
    await page.getByRole('button', { name: 'Listo' }).click()
    // It is on its day at once, although its client has not accepted.
    await page.goto(`/professional-appointments?date=${dateAhead(daysAhead)}`)
    const waiting = page.getByRole('heading', { name: 'Esperan a tu cliente' })
    await expect(waiting).toBeVisible()
    await expect(page.getByRole('heading', { name: new RegExp(`^${who.firstName}`) }).first()).toBeVisible()
  }

  const first = someone()
  await make(first, 3, true)
  await page.goto('/professional-appointments?tab=requests')
  await ready(page)
  await expect(page.getByRole('heading', { name: 'Esperan a tu cliente' })).toBeVisible()
  await expectAccessible(page, 'what waits for a client')

  const client = await (await browser.newContext()).newPage()
  const address = await openLink(client, first.email)
  const answer = await client.request.get(address)
  expect(answer.headers()['referrer-policy']).toBe('no-referrer')
  expect(answer.headers()['x-robots-tag']).toBe('noindex')
  expect(await answer.text()).toContain('name="robots" content="noindex')
  await expect(client.getByRole('heading', { name: 'Acepta tus citas' })).toBeVisible()
  await expect(client.getByRole('heading', { name: 'Y 2 citas más' })).toBeVisible()
  await expect(client.getByText('Te toca el retoque.')).toBeVisible()
  await expectAccessibleEverywhere(client)
  await expect(client.getByRole('button', { name: 'Aceptar las 3 y dar mi tarjeta' })).toBeVisible()
  // The last date does not suit: the others do.
  await client.getByRole('checkbox').last().uncheck()
  await expect(client.getByText(/por las que quedan/)).toBeVisible()
  await expectAccessible(client, 'a date left out')
  await client.getByRole('button', { name: 'Aceptar las 2 y dar mi tarjeta' }).click()
  const code = client.getByLabel('Código de seis dígitos')
  await expect(code).toBeFocused()
  await code.fill(await codeAt(client, 'mail', first.email))
  await expectAccessible(client, 'the code')
  await client.keyboard.press('Enter')
  await expect(client.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  await ready(client)
  await expect(client.getByRole('heading', { name: 'Y una cita más' })).toBeVisible()
  await expectAccessible(client, 'the payment of a series')
  await expect(client.getByLabel('Correo')).toHaveValue(first.email)
  await client.getByLabel('Teléfono').fill(first.phone)
  await fillCard(client, cards.accepted)
  await client.getByRole('button', { name: 'Pagar $600' }).click()
  await expect(client.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await client.goto(address)
  await ready(client)
  await expect(client.getByRole('heading', { name: 'Esta cita ya es tuya' })).toBeVisible()
  await expectAccessible(client, 'a link that was answered')
  await client.context().close()

  // She is in the client book from now on; the stylist's notes are saved automatically.
  await page.goto('/professional-clients')
  await ready(page)
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: new RegExp(first.firstName) }).click()
  const note = page.getByLabel('Nota privada')
  await note.fill('Le gusta el café sin azúcar.')
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible()
  await page.reload()
  await ready(page)
  await expect(note).toHaveValue('Le gusta el café sin azúcar.')
  await expectAccessibleEverywhere(page)
  const book = page.url()
  // The card opens the sheet for this client; she may also accept and pay by a link.
  const propose = async () => {
    await page.goto(book)
    await ready(page)
    await page.getByRole('link', { name: 'Volver a reservar' }).click()
    const sheet = page.getByRole('dialog', { name: 'Nueva cita' })
    await expect(sheet.getByText(`Para ${first.firstName}`)).toBeVisible()
    await sheet.getByRole('button', { name: 'Que la acepte y pague por Kalli' }).click()
  }
  await propose()
  const again = page.getByRole('dialog', { name: 'Nueva cita para un cliente' })
  await expect(again.getByLabel('Nombre')).toHaveValue(first.firstName)
  // The address typed for one client stays hers: no other client's link goes to that mailbox.
  await again.getByLabel('Correo').fill(first.email)
  await again.getByLabel('Nombre').fill('Otra')
  await page.keyboard.press('Escape')
  await propose()
  await expect(again.getByLabel('Correo')).toHaveValue(first.email)
  await expect(again.getByLabel('Nombre')).toHaveValue(first.firstName)
  await page.keyboard.press('Escape')

  await page.goto(book)
  await ready(page)
  // From the upcoming list to the visit on its day; and the coming days in one list.
  const coming = page.getByRole('region', { name: 'Próximas' })
  await coming.getByRole('link').last().click()
  await expect(page).toHaveURL(/visit=/)
  // Her visit is open, with its row under it.
  await expect(page.getByRole('dialog').getByText(/^Tarjeta guardada: \$600, se cobra el/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('main [aria-current=true]').getByText(first.firstName)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Nueva cita' }).click()
  await page.getByRole('button', { name: 'Que la acepte y pague por Kalli' }).click()
  await expect(again.getByLabel('Correo')).toHaveValue('')
  await page.goto('/professional-appointments')
  await ready(page)
  await page.getByRole('link', { name: 'Próximas', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Próximas' })).toBeVisible()
  const sheet = await openVisit(page, first.firstName)
  await expect(sheet.getByRole('link', { name: 'Nota privada' })).toBeVisible()
  await expectAccessible(page, 'the sheet of a visit')
  await page.keyboard.press('Escape')
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Por cerrar' }).click()
  await expect(page.getByText('Todo cerrado y cobrado')).toBeVisible()
  await page.getByRole('link', { name: 'Historial' }).click()
  await expect(page.getByText('Todavía no hay historia')).toBeVisible()
  await expectAccessible(page, 'no history yet')

  const second = someone()
  await make(second, 4)
  const other = await (await browser.newContext()).newPage()
  await openLink(other, second.email)
  await expect(other.getByRole('button', { name: 'Aceptar y pagar $600' })).toBeVisible()
  await other.getByRole('button', { name: 'Proponer otra hora' }).click()
  await expect(other.getByRole('heading', { name: 'Elige otra hora' })).toBeVisible()
  await expectAccessible(other, 'another hour')
  await other.getByRole('button', { name: 'Rechazar' }).click()
  const dialog = other.getByRole('dialog', { name: '¿Rechazar esta cita?' })
  await dialog.getByRole('button', { name: 'Rechazar la cita' }).click()
  await expect(other.getByRole('heading', { name: 'Dijiste que no' })).toBeVisible()
})
