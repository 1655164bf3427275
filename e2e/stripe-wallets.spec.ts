/** With Stripe keys the wallet buttons are those of its own element, and the payment method of its sheet pays the visit at Stripe. */
import { expect } from '@playwright/test'
import { startStripe, type StripeServer } from '#server/testing/processor/stripe-server.ts'
import { chooseTime, fillContact, goToPay, openAroundTheClock, someone, stylist } from './people.ts'
import { ready } from './ready.ts'
import { type Kalli, startKalli } from './servers.ts'
import { fakeStripeJs } from './stripe-js.ts'
import { test as plain } from './test.ts'

/** A separate Kalli, whose processor is a small Stripe in this process. */
const test = plain.extend<object, { bank: StripeServer; kalli: Kalli }>({
  bank: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const bank = await startStripe()
      await use(bank)
      await bank.close()
    },
    { scope: 'worker' },
  ],
  kalli: [
    async ({ bank: { settings } }, use, { workerIndex }) => {
      const { stop, ...kalli } = await startKalli(workerIndex, {
        KALLI_STRIPE_SECRET_KEY: settings.key,
        KALLI_STRIPE_PUBLISHABLE_KEY: settings.publishableKey,
        KALLI_STRIPE_WEBHOOK_SECRET: settings.webhookSecret,
        KALLI_STRIPE_API_URL: settings.url,
      })
      await use(kalli)
      await stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('Stripe’s own buttons open a sheet only for a complete form, and its card is held at Stripe', async ({
  bank,
  browser,
  page,
}) => {
  test.setTimeout(180_000)
  await openAroundTheClock(browser)
  await page.route('https://js.stripe.com/v3/', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${fakeStripeJs.toString()})()` }),
  )
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 3 })
  await goToPay(page)
  await ready(page)
  const wallet = page.getByRole('button', { name: 'Google Pay', exact: true })
  await wallet.click()
  await expect(page.getByText('Completa primero tus datos, arriba.')).toBeVisible()
  await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused()
  await fillContact(page, someone())
  expect(await page.evaluate(() => window.opened)).toBe(0)

  // Refused: sheet and client both get the error, and the client keeps the hour.
  await page.evaluate(() => {
    window.handedOver = 'pm_google_pay_declined'
  })
  await wallet.click()
  await expect(page.getByText(/^Tu banco rechazó la tarjeta/).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.failed)).toEqual([{ reason: 'fail' }])

  await page.evaluate(() => {
    window.handedOver = 'pm_apple_pay'
  })
  const orders = await page.evaluate(() => window.ordered ?? [])
  await wallet.click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  const held = [...bank.books.intents.values()].at(-1)
  expect([held?.status, held?.method.wallet]).toEqual(['requires_capture', 'apple_pay'])
  // The sheet showed the held price.
  expect(orders.at(-1)).toMatchObject({ mode: 'payment', amount: held?.amount, currency: 'mxn' })
  await ready(page)
  await page.getByRole('button', { name: 'Ver recibo' }).click()
  await expect(page.getByText('Forma de pago: Apple Pay, tarjeta terminada en 4242.')).toBeVisible()
})
