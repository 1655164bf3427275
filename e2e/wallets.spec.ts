/** A visitor pays with the wallet of her telephone: closing its sheet, a refusal and her bank's confirmation lose nothing. */
import { expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { dateAhead, hoursOf, letIn, salonOf, stylistNear } from './newcomers.ts'
import { cards, fillCard, fillContact, payButton, someone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const apple = () => Object.defineProperty(window, 'ApplePaySession', { value: () => undefined })
const none = () => Reflect.deleteProperty(window, 'PaymentRequest')

test('a wallet pays a visit, and a closed, refused or bank-verified payment keeps what was typed @desktop', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  let serial = 0
  const checkout = async (before?: () => unknown): Promise<Page> => {
    const context = await browser.newContext()
    const page = await context.newPage()
    if (before !== undefined) await page.addInitScript(before)
    const found = await hoursOf(page.request, stylist, salon.spaceId, dateAhead(3))
    const held = await page.request.post('/api/holds', {
      data: { slotToken: found[(serial += 1)]?.token },
    })
    expect(held.status(), await held.text()).toBe(201)
    const { id }: { id: string } = await held.json()
    await page.goto(`/dynamic-checkout?hold=${id}`)
    await ready(page)
    return page
  }
  const google = (page: Page) => page.getByRole('button', { name: 'Google Pay', exact: true })

  // A device without a wallet shows none.
  const plain = await checkout(none)
  await expect(plain.getByLabel('Número de tarjeta')).toBeVisible()
  await expect(plain.getByRole('button', { name: /^(Google|Apple) Pay$/ })).toHaveCount(0)
  await plain.context().close()

  const page = await checkout()
  await expect(page.getByRole('button', { name: 'Apple Pay', exact: true })).toHaveCount(0)
  // The missing field has the focus, and no sheet opens.
  await google(page).click()
  await expect(page.getByText('Completa primero tus datos, arriba.')).toBeVisible()
  await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const who = someone()
  await fillContact(page, who)
  await google(page).click()
  const sheet = page.getByRole('dialog', { name: 'Google Pay' })
  await expect(sheet.getByText('Es una prueba: aquí no se mueve dinero.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  // Closed: nothing happened, and the button has the focus again.
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(google(page)).toBeFocused()
  // Refused: the hour stays, and instructions are shown at the card.
  await google(page).click()
  await sheet.getByRole('radio', { name: /terminada en 0002/ }).check()
  await sheet.getByRole('button', { name: /con Google Pay$/ }).click()
  await expect(page.getByText(/^Tu banco rechazó la tarjeta/).first()).toBeVisible()
  await expect(page.getByLabel('Número de tarjeta')).toBeFocused()
  // The bank asks for confirmation and she declines; she is back with her hour, and pays by another card of the wallet.
  await google(page).click()
  await sheet.getByRole('radio', { name: /terminada en 3184/ }).check()
  await sheet.getByRole('button', { name: /con Google Pay$/ }).click()
  await page.getByRole('button', { name: 'Rechazar' }).click()
  await page.getByRole('link', { name: 'Intentar de nuevo' }).click()
  await ready(page)
  await google(page).click()
  await sheet.getByRole('button', { name: /con Google Pay$/ }).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await ready(page)
  await page.getByRole('button', { name: 'Ver recibo' }).click()
  await expect(page.getByText('Forma de pago: Google Pay, tarjeta terminada en 4242.')).toBeVisible()
  await page.context().close()

  // Apple's own browser shows only Apple's; a typed card still pays beside it.
  const other = await checkout(apple)
  await expect(other.getByRole('button', { name: 'Apple Pay', exact: true })).toBeVisible()
  await expect(google(other)).toHaveCount(0)
  await fillContact(other, someone())
  await fillCard(other, cards.accepted)
  await payButton(other).click()
  await expect(other.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await other.context().close()
})
