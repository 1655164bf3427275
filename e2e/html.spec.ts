/** The HTML of every address is valid: html-validate checks each as a visitor and as each role gets it. */
import { type APIRequestContext, expect } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { client, host, pageOf, stylist } from './people.ts'
import { test } from './test.ts'

const open =
  '/ /contact /about /auth /auth?mode=register /reset-password /for-professionals /for-spaces /inhouse/abc /guest-bookings /search-results /search-results?q=corte /p/1 /b/1 /book?professional=1 /bookings/abc/accept /bookings/abc/pay /booking /booking?professional=1 /space/1 /help /help/professionals /help/hosts /pricing /privacy /terms /dynamic-checkout /booking-success /no-existe'.split(
    ' ',
  )
const signedIn =
  '/ /professional-dashboard /host-dashboard /host-registration /professional-services /space-applications /host-applications /professional-calendar-advanced /professional-space-rules /professional-demand-configuration /space-pricing-rules /professional/1 /my-bookings /professional-appointments /host-availability /notifications /inhouse-professionals /settings /settings?section=notifications /vacancies /invitations/1/accept /invitations/1/decline /search-professionals /professional-invitations /messages'.split(
    ' ',
  )

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:document'],
  rules: {
    // A tab names its panel before that is drawn: without it a screen reader announces nothing wrong.
    'no-missing-references': 'off',
  },
})

const problemsOf = async (request: APIRequestContext, path: string): Promise<string[]> => {
  // A part not opened since the server's start is streamed at the end of the page: the second response is the usual one.
  await request.get(path)
  const html = await (await request.get(path)).text()
  const { results } = await validator.validateString(html, path)
  const charset = html.toLowerCase().indexOf('<meta charset')
  return [
    ...results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${path}: ${ruleId}, ${message} (${selector})`),
    ),
    ...(charset >= 0 && Buffer.byteLength(html.slice(0, charset)) < 1000
      ? []
      : [`${path}: the encoding stands after byte 1,024`]),
    ...[...html.matchAll(/<select[^>]*\brequired\b[^>]*>\s*<(?!option value="")[^>]*>/g)].map(
      ([found]) => `${path}: a required select without an empty option: ${found.slice(0, 80)}`,
    ),
  ]
}

const problemsOfAll = async (request: APIRequestContext, paths: readonly string[]) => {
  const all: string[] = []
  for (const path of paths) all.push(...(await problemsOf(request, path)))
  return all
}

test('the HTML of every public address is valid', async ({ request }) => {
  expect(await problemsOfAll(request, open)).toEqual([])
})

for (const { email } of [stylist, host, client])
  test(`the HTML of every address of ${email} is valid`, async ({ browser }) => {
    const { request } = (await pageOf(browser, email)).context()
    expect(await problemsOfAll(request, signedIn)).toEqual([])
  })

test('the landing page and the results name their canonical address and their picture', async ({
  request,
}) => {
  for (const [path, canonical, picture] of [
    ['/', '/', '/social/page/kalli.png'],
    ['/search-results?q=corte&sort=price', '/search-results', '/social/page/search-results.png'],
  ] as const) {
    const html = await (await request.get(path)).text()
    expect(/<link rel="canonical" href="https?:\/\/[^/"]+([^"]*)"/.exec(html)?.[1], path).toBe(canonical)
    const image = /<meta property="og:image" content="https?:\/\/[^/"]+([^"]*)"/.exec(html)?.[1]
    expect(image, path).toBe(picture)
    const drawn = await request.get(picture)
    expect([drawn.status(), drawn.headers()['content-type']], picture).toEqual([200, 'image/png'])
  }
})
