import { expect } from '@playwright/test'
import { expectAccessibleEverywhere, expectRoomForAll, expectTellableWithoutColours } from './accessible.ts'
import {
  chooseTime,
  client,
  goToPay,
  host,
  openAroundTheClock,
  pageOf,
  payButton,
  stylist,
} from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

// Four views of a page, and some pages have three states.
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
/** Loaded once; everything must still fit on a small phone, and with text of twice the size. */
for (const address of open)
  test(`${address} passes the accessibility checks`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(address)
    await expectAccessibleEverywhere(page)
    await expectTellableWithoutColours(page)
    await expectRoomForAll(page)
  })

test('choosing an hour and paying pass the accessibility checks', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 7, nth: 1 })
  await expectAccessibleEverywhere(page)
  await goToPay(page)
  await expectAccessibleEverywhere(page)
  await payButton(page).click()
  await expect(page.getByText('Escribe tu nombre.')).toBeVisible()
  await expectAccessibleEverywhere(page)
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
  {
    email: stylist.email,
    addresses: ['/', '/professional-appointments', '/professional-clients', '/professional-dashboard'],
  },
  { email: host.email, addresses: ['/', '/host-availability', '/host-dashboard', '/no-existe'] },
]
for (const { email, addresses } of inside)
  test(`the screens of ${email} pass the accessibility checks`, async ({ browser }) => {
    const page = await pageOf(browser, email)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const address of addresses) {
      await page.goto(address)
      await expectAccessibleEverywhere(page)
      await expectTellableWithoutColours(page)
      await expectRoomForAll(page)
    }
  })

/** Screens whose states are covered by other tests: here only that everything fits, and that no state is shown by its colour alone. */
const roomy = [
  {
    email: client.email,
    addresses: [
      '/settings?section=notifications',
      '/settings?section=privacy',
      '/settings?section=developers',
      '/oauth/authorize?client_id=app_unknown',
      '/confirm?c=over',
      '/my-bookings?tab=wallet',
      '/messages',
    ],
  },
  {
    email: stylist.email,
    addresses: [
      '/professional-services',
      '/professional-services?edit=1',
      '/professional-calendar-advanced',
      '/professional-dashboard?tab=profile&section=notifications',
      '/professional-dashboard?tab=profile&section=profile',
      '/professional-space-rules',
      '/professional-demand-configuration',
      '/space-applications',
      '/professional-invitations',
      '/bank-deposits',
    ],
  },
  {
    email: host.email,
    addresses: [
      '/host-dashboard?tab=profile&section=notifications',
      '/host-applications',
      '/host-registration?space=1&step=3',
      '/search-professionals',
      '/inhouse-professionals',
      '/space-pricing-rules',
      '/vacancies',
      '/notifications',
    ],
  },
]
for (const { email, addresses } of roomy)
  test(`the screens of ${email} fit at every size and show states without relying on colour`, async ({
    browser,
  }) => {
    const page = await pageOf(browser, email)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const address of addresses) {
      await page.goto(address)
      await ready(page)
      await expectTellableWithoutColours(page)
      await expectRoomForAll(page)
    }
  })

test('a word of 61 characters does not widen any page', async ({ page }) => {
  for (const address of ['/booking?professional=1', '/p/1', '/space/1', '/b/1']) {
    await page.goto(address)
    await ready(page)
    // Whatever people have written: names, descriptions, services, reviews.
    const wide = await page.evaluate(() => {
      const word = 'a'.repeat(61)
      const texts = [...document.querySelectorAll('main :is(h1, h2, h3, p, li span.truncate, blockquote)')]
        .flatMap((node) => [...node.childNodes])
        .filter((node) => node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').trim().length > 3)
      const found: string[] = []
      for (const text of texts) {
        const before = text.nodeValue
        text.nodeValue = word
        const { scrollWidth, clientWidth } = document.documentElement
        if (scrollWidth > clientWidth) found.push(before ?? '')
        text.nodeValue = before
      }
      return found
    })
    expect(wide, address).toEqual([])
  }
})
