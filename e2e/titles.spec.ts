/** Every address and every tab has its own title, which is announced and shown in a list of open pages. */
import { expect } from '@playwright/test'
import { client, host, pageOf, stylist } from './people.ts'
import { test } from './test.ts'

const open = [
  '/',
  '/auth',
  '/auth?tab=register',
  '/reset-password',
  '/search-results',
  '/search-results?type=spaces',
  '/search-results?q=corte',
  '/p/1',
  '/p/2',
  '/space/1',
  '/b/1',
  '/about',
  '/contact',
  '/for-professionals',
  '/for-spaces',
  '/pricing',
  '/help',
  '/help/professionals',
  '/help/hosts',
  '/search-alert/a-link-that-was-never-sent',
  '/guest-bookings',
  '/guest-bookings?tab=past',
  '/privacy',
  '/terms',
  '/booking',
  '/booking?professional=1',
  '/book?p=1',
  '/dynamic-checkout?gift=new',
  '/booking-success',
]
const tabs = (path: string, name: string, values: readonly string[]) => [
  path,
  ...values.map((value) => `${path}${path.includes('?') ? '&' : '?'}${name}=${value}`),
]
const sections = [
  'profile',
  'security',
  'verification',
  'payouts',
  'notifications',
  'companions',
  'privacy',
  'developers',
  'zone',
]
const inside = {
  [client.email]: [
    ...tabs('/my-bookings', 'tab', ['waiting', 'past', 'waitlist', 'saved', 'wallet']),
    ...tabs('/settings', 'section', sections),
    ...tabs('/notifications', 'show', ['unread']),
    '/messages',
    '/confirm?c=over',
  ],
  [stylist.email]: [
    ...tabs('/professional-appointments', 'tab', [
      'upcoming',
      'close',
      'past',
      'rents',
      'requests',
      'waitlist',
    ]),
    '/professional-clients',
    '/professional-clients?client=1',
    '/professional-clients?list=lapsed',
    '/professional-appointments?date=2030-01-07',
    ...tabs('/professional-dashboard?tab=profile', 'section', [...sections, 'widget']),
    '/professional-dashboard',
    '/professional-dashboard?tab=numbers',
    ...tabs('/professional-calendar-advanced', 'view', ['day', 'week', 'month', 'list']),
    '/professional-calendar-advanced?view=day&date=2030-01-07',
    ...tabs('/professional-services', 'edit', ['new', '1']),
    '/professional-space-rules',
    '/professional-demand-configuration',
    ...tabs('/space-applications', 'tab', ['agreements', 'documents']),
    '/professional-invitations',
    '/bank-deposits',
    '/vacancies',
    '/vacancies?show=saved',
    '/inhouse-professionals',
  ],
  [host.email]: [
    ...tabs('/host-availability', 'view', ['bookings', 'day', 'codes', 'problems']),
    '/host-availability?date=2030-01-07',
    '/host-dashboard',
    '/host-dashboard?tab=numbers',
    ...tabs('/host-dashboard?tab=profile', 'section', sections),
    ...tabs('/host-applications', 'tab', ['agreements', 'rules']),
    ...tabs('/host-registration?space=1', 'step', ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']),
    '/host-registration',
    '/space-pricing-rules',
    '/search-professionals',
    '/search-professionals?box=sent',
  ],
}

test('no two addresses have the same title', async ({ page, browser }) => {
  test.setTimeout(150_000)
  const seen = new Map<string, string>()
  const look = async (request: typeof page.request, addresses: readonly string[]) => {
    for (const address of addresses) {
      const html = await (await request.get(address)).text()
      const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? ''
      expect(title, address).toMatch(/Kalli/)
      expect(seen.get(title), `${address} is called "${title}" too`).toBeUndefined()
      seen.set(title, address)
    }
  }
  await look(page.request, open)
  for (const [email, addresses] of Object.entries(inside)) {
    const own = await pageOf(browser, email)
    await look(own.request, addresses)
  }
})
