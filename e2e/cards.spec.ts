import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { chooseTime, fillContact, goToPay, payButton, someone, stylist } from './people.ts'
import { test } from './test.ts'

/**
 * As much of Stripe.js as a card field needs, in the page instead of in a frame; its tokens are those of our stand-in. The device has no
 * wallet.
 */
const stripeStandin = `window.Stripe = (key) => ({
  elements: ({ locale }) => ({ update: () => {}, create: (kind) => {
    if (kind === 'expressCheckout') return { on: () => {}, mount: () => {}, destroy: () => {} }
    const field = document.createElement('input')
    field.setAttribute('aria-label', 'Tarjeta en ' + key)
    const listeners = {}
    return {
      field,
      on: (event, listener) => { listeners[event] = listener },
      mount: (node) => {
        node.append(field)
        field.addEventListener('input', () => listeners.change?.())
        listeners.ready?.()
      },
      destroy: () => field.remove(),
    }
  } }),
  createPaymentMethod: async ({ card: { field } }) => ({
    bien: { paymentMethod: { id: 'tok_ok' } },
    rechazada: { paymentMethod: { id: 'tok_declined' } },
  }[field.value] ?? { error: { message: 'El número de tu tarjeta está incompleto.' } }),
})`

// Kalli has no key in these tests, so its pages allow no foreign script; with one they would.
test.use({ bypassCSP: true })

test('with Stripe keys the card is typed into Stripe’s own field, and pays', async ({ page }) => {
  const who = someone()
  let scripts = 0
  await page.route('**/api/payments/settings', (route) =>
    route.fulfill({ json: { stripe: { key: 'pk_test_1' } } }),
  )
  await page.route('https://js.stripe.com/**', (route) => {
    scripts += 1
    return scripts === 1
      ? route.abort()
      : route.fulfill({ contentType: 'text/javascript', body: stripeStandin })
  })
  const typed: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/dev/banco/tokens')) typed.push(request.url())
  })
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 8, nth: 5 })
  expect(scripts, 'not before a card is asked for').toBe(0)
  await goToPay(page)
  await expect(page.getByText('No llegó el formulario de nuestro procesador de pagos')).toBeVisible()
  await page.getByRole('button', { name: 'Intentar otra vez' }).click()
  const card = page.getByRole('textbox', { name: 'Tarjeta en pk_test_1' })
  await expect(card).toBeVisible()
  await expect(page.getByLabel('Número de tarjeta')).toHaveCount(0)
  await expectAccessible(page)

  await fillContact(page, who)
  const paying = payButton(page)
  await card.fill('a medias')
  await paying.click()
  await expect(page.getByText('El número de tu tarjeta está incompleto.')).toBeVisible()
  await card.fill('rechazada')
  await paying.click()
  await expect(page.getByText(/Tu banco rechazó la tarjeta/)).toBeVisible()
  await card.fill('bien')
  await paying.click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  expect(typed, 'no number comes to Kalli').toEqual([])
})
