import { expect } from '@playwright/test'
import { expectAccessibleEverywhere, expectNoViolations } from './accessible.ts'
import { codeAt } from './emails.ts'
import { bookAsGuest, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'
import { openVisit } from './visits.ts'

// A salon, a stylist and her guest are created first.
test.describe.configure({ timeout: 180_000 })

test('urgent notifications use the channels that the user enabled, and show their delivery status', async ({
  browser,
}) => {
  const salon = await salonOf(browser, ['Silla de la ventana'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const { page } = stylist

  // A telephone that was confirmed by a code.
  const phone = `55${String(10_000_000 + (Date.now() % 79_999_999))}`
  const sent = await page.request.post('/api/verification/codes', {
    data: { channel: 'sms', address: `+52${phone}` },
  })
  expect(sent.status(), await sent.text()).toBe(200)
  const code = await codeAt(page, 'sms', `+52${phone}`)
  const entered = await page.request.post('/api/verification/codes/enter', { data: { channel: 'sms', code } })
  expect(entered.status(), await entered.text()).toBe(200)

  await page.goto('/settings?section=notifications')
  await ready(page)
  await page.getByRole('checkbox', { name: /^Quiero recibir por WhatsApp/ }).check()
  await expect(page.getByText(/^Aceptaste el /)).toBeVisible()
  await page.getByRole('button', { name: 'Avisarme en este dispositivo' }).click()
  const devices = page.getByRole('list', { name: 'Dispositivos con avisos' })
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  const byText = page.getByRole('checkbox', { name: 'Citas nuevas, por SMS' })
  await expect(byText).not.toBeChecked()
  await byText.check()
  await page.getByRole('checkbox', { name: 'Citas nuevas, en tus dispositivos' }).uncheck()
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Guardamos cómo quieres enterarte.').first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  await devices.getByRole('button', { name: /^Quitar / }).click()
  await expect(devices).toBeHidden()
  await page.reload()
  await ready(page)
  await expect(byText).toBeChecked()
  await expect(page.getByText(/^Aceptaste el /)).toBeVisible()

  // A guest books, and subscribes to WhatsApp too.
  const date = dateAhead(4)
  const { link } = await bookAsGuest(browser, stylist, salon.spaceId, date, 2)
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(link)
  await ready(guest)
  const wants = guest.getByRole('checkbox', { name: /^Quiero recibir por WhatsApp/ })
  await wants.check()
  await expect(guest.getByText('Te avisamos por WhatsApp.').first()).toBeVisible()
  await guest.reload()
  await ready(guest)
  await expect(wants).toBeChecked()
  await expectNoViolations(guest)
  await wants.uncheck()
  await expect(guest.getByText('Ya no te avisamos por WhatsApp.').first()).toBeVisible()
  await guest.context().close()

  // The messages sent to her guest are shown at the visit.
  await page.goto(`/professional-appointments?date=${date}`)
  await ready(page)
  await openVisit(page, /:\d\d/)
  await expect(page.getByText(/^Confirmación: enviado por correo, /)).toBeVisible({ timeout: 20_000 })
  await expectNoViolations(page)
  await page.context().close()
})
