import { expect } from '@playwright/test'
import { expectAccessibleInAll, expectNothingOut } from './accessible.ts'
import { chooseTime, client, goToPay, host, openAroundTheClock, pageOf, stylist } from './people.ts'
import { test } from './test.ts'

// Four looks at a page, and some pages have three states.
test.describe.configure({ timeout: 120_000 })
test.beforeAll(({ browser }) => openAroundTheClock(browser))

const open = [
  '/',
  '/search-results',
  '/search-results?q=corte',
  '/search-results?type=spaces&q=silla',
  '/p/1',
  '/space/1',
  '/booking',
  '/booking?professional=1',
  '/auth',
  '/auth?tab=register',
  '/reset-password',
  '/reset-password?token=abc',
  '/booking-success',
  '/dynamic-checkout',
  '/about',
  '/contact',
  '/for-professionals',
  '/for-spaces',
  '/help',
  '/help/professionals',
  '/help/hosts',
  '/pricing',
  '/privacy',
  '/terms',
  '/b/1',
  '/book',
  '/guest-bookings',
  '/p/999999',
]
/** Read once; on a small phone, and with letters twice the size, everything still fits. */
for (const address of open)
  test(`${address} can be used by everybody`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(address)
    await expectAccessibleInAll(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNothingOut(page, '320 px')
    await page.setViewportSize({ width: 640, height: 900 })
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    await expectNothingOut(page, 'letters of 200 %')
  })

test('choosing and paying can be used by everybody', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 7, nth: 1 })
  await expectAccessibleInAll(page)
  await goToPay(page)
  await expectAccessibleInAll(page)
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(page.getByText('Escribe tu nombre.')).toBeVisible()
  await expectAccessibleInAll(page)
})

const inside = [
  {
    email: client.email,
    addresses: [
      '/',
      '/my-bookings',
      '/my-bookings?tab=waiting',
      '/my-bookings?tab=past',
      '/my-bookings?tab=saved',
    ],
  },
  { email: stylist.email, addresses: ['/', '/professional-appointments', '/professional-dashboard'] },
  { email: host.email, addresses: ['/', '/host-availability', '/host-dashboard', '/no-existe'] },
]
for (const { email, addresses } of inside)
  test(`the screens of ${email} can be used by everybody`, async ({ browser }) => {
    const page = await pageOf(browser, email)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const address of addresses) {
      await page.goto(address)
      await expectAccessibleInAll(page)
    }
  })
