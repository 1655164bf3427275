/** A professional lets clients pay in months without interest; one does with a credit card, and a debit card offers none. */
import { expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { dateAhead, hoursOf, letIn, salonOf, stylistNear } from './newcomers.ts'
import { cards, fillCard, fillContact, openLine, payButton, someone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const debit = '4000 0566 5566 5556'

test('a credit card pays in three installments, a debit card offers none, and a refused card keeps the choice @desktop', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const { page: own } = stylist

  // She allows up to six months, and reads in pesos what that leaves her.
  await own.goto('/professional-dashboard?tab=profile&section=payouts')
  await ready(own)
  await own.getByRole('checkbox', { name: 'Permitir que me paguen a meses' }).check()
  await own.getByLabel('Hasta cuántos meses').selectOption('6')
  await own.getByLabel(/^Desde qué precio/).fill('300')
  await expect(own.getByText(/a 6 meses te quedan \$[\d,.]+; hoy te quedan \$[\d,.]+\./)).toBeVisible()
  await expectAccessibleEverywhere(own)
  await own.getByRole('button', { name: 'Guardar' }).last().click()
  await expect(own.getByText('Permitidos', { exact: true })).toBeVisible()

  const checkout = async (place: number): Promise<Page> => {
    const page = await (await browser.newContext()).newPage()
    const found = await hoursOf(page.request, stylist, salon.spaceId, dateAhead(8))
    const held = await page.request.post('/api/holds', { data: { slotToken: found[place]?.token } })
    expect(held.status(), await held.text()).toBe(201)
    const { id }: { id: string } = await held.json()
    await page.goto(`/dynamic-checkout?hold=${id}`)
    await ready(page)
    return page
  }
  const page = await checkout(0)
  await fillContact(page, someone())
  const three = page.getByRole('radio', { name: /^3 meses sin intereses de / })

  // A debit card offers none.
  await fillCard(page, debit)
  await openLine(page, 'Paga a meses')
  await expect(page.getByText(/^Esta tarjeta no da meses/)).toBeVisible()
  await expect(three).toBeDisabled()
  await expectAccessibleEverywhere(page)

  // A refused card keeps the choice and the hour.
  await fillCard(page, cards.declined)
  await expect(page.getByText(/Tu tarjeta los ofrece/)).toBeVisible()
  await three.check()
  await expect(payButton(page)).toHaveText(/^Pagar \$[\d,]+ a 3 meses$/)
  await payButton(page).click()
  await expect(page.getByText(/^Tu banco rechazó la tarjeta/).first()).toBeVisible()
  await expect(three).toBeChecked()

  await fillCard(page, cards.accepted)
  await expect(page.getByText(/Tu tarjeta los ofrece/)).toBeVisible()
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await expect(
    page.getByText(/^Pagaste \$[\d,]+ con tu tarjeta terminada en 4242, a 3 meses sin intereses\./),
  ).toBeVisible()
  await ready(page)
  await page.getByRole('button', { name: 'Ver recibo' }).click()
  await expect(page.getByText(/^Se cobró completo, en 3 meses sin intereses de /)).toBeVisible()
})
