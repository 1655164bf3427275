import { expect, type Page, test } from '@playwright/test'
import { expectAccessible as expectWhole, expectNothingOut } from './accessible.ts'
import { chooseTime, client, goToPay, host, openAroundTheClock, pageOf, stylist } from './people.ts'

test.beforeAll(({ browser }) => openAroundTheClock(browser))

const expectAccessible = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await expectWhole(page)
}

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
  '/p/999999',
]
/** Read once, looked at by day and by night, and on a phone also on a small one and with letters twice the size. */
for (const address of open)
  test(`${address} can be used by everybody @desktop`, async ({ page }, { project }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(address)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await expectAccessible(page)
    if (project.name === 'desktop') return
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNothingOut(page, '320 px')
    await page.setViewportSize({ width: 640, height: 900 })
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    await expectNothingOut(page, 'letters of 200 %')
  })

test('choosing and paying can be used by everybody @desktop', async ({ page }, { project }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 7, nth: project.name === 'phone' ? 1 : 6 })
  await expectAccessible(page)
  await goToPay(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(page.getByText('Escribe tu nombre.')).toBeVisible()
  await expectAccessible(page)
})

const inside = [
  { email: client.email, addresses: ['/', '/my-bookings', '/my-bookings?tab=past'] },
  { email: stylist.email, addresses: ['/', '/professional-appointments', '/professional-dashboard'] },
  { email: host.email, addresses: ['/', '/host-availability', '/host-dashboard', '/no-existe'] },
]
for (const { email, addresses } of inside)
  test(`the screens of ${email} can be used by everybody @desktop`, async ({ browser }, { project }) => {
    const page = await pageOf(browser, email)
    if (project.name === 'desktop') await page.setViewportSize({ width: 1280, height: 800 })
    else await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const address of addresses) {
      await page.goto(address)
      await expectAccessible(page)
    }
  })
