import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { publicProfessional, publicSpace } from '#contract/search/public-page.ts'
import { quoteSpace } from '#contract/pricing/space-pricing.ts'
import { publicBusiness } from '#contract/storefront/storefront.ts'
import { actionOf, servicesOf } from '#server/storefront/feed-rows.ts'
import { addProfessionals } from '#server/testing/crash/load.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { rentedHours } from '#server/testing/reservations.ts'
import { agreement, bookable, host, professional, service, space } from '#server/testing/people.ts'

let kalli: TestServer
const folder = mkdtempSync(join(tmpdir(), 'kalli-street-'))
before(async () => {
  kalli = await startTestServer({ config: { dataFolder: folder } })
})
after(async () => {
  await kalli.close()
  rmSync(folder, { recursive: true, force: true })
})

const business = async (id: string | number) =>
  kalli.visitor().call(publicBusiness, { params: { id: String(id) } })
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await kalli.visitor().fetch('GET', path, { headers })
  return { answer, text: answer.headers.get('content-type')?.startsWith('image/') ? '' : await answer.text() }
}
const professionalPage = async (id: number) =>
  (await kalli.visitor().call(publicProfessional, { params: { id: String(id) } })).body

test('a business shows its spaces, team and services, and no address, email or telephone', async () => {
  const { professional: ana, host: owner, space: where, serviceId } = await bookable(kalli)
  const { status, body } = await business(owner.businessId)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.name, 'Casa Salas')
  assert.deepEqual(
    body.spaces.map(({ id }) => id),
    [where.id],
  )
  assert.deepEqual(
    body.team.map(({ id }) => id),
    [ana.id],
  )
  assert.deepEqual(
    body.services.map(({ id, professionalId }) => [id, professionalId]),
    [[serviceId, ana.id]],
  )
  assert.deepEqual(body.area, { latitude: 19.42, longitude: -99.16 })
  assert.equal(body.weekly.length, 7)
  const reported = JSON.stringify(body)
  for (const secret of ['Colima 200', '@example.test', 'station', 'email', 'phone', 'account'])
    assert.ok(!reported.includes(secret), secret)
})

test('a professional outside the team who rents hours there today is shown as today’s guest', async () => {
  const at = await bookable(kalli)
  await rentedHours(at.professional.person, at, { date: '2026-11-20', startMinute: 840, minutes: 120 })
  const page = async () => (await business(at.host.businessId)).body
  const ids = (cards: readonly { id: number }[]) => cards.map(({ id }) => id)
  const before = await page()
  assert.deepEqual([ids(before.team), ids(before.guests)], [[at.professional.id], []])
  // A professional whose agreement ended keeps the hours rented under it.
  await sql`update agreements set status = 'ended', version = version + 1 where id = ${at.agreementId}`.execute(
    kalli.database.kysely,
  )
  const guests = await page()
  assert.deepEqual([ids(guests.team), ids(guests.guests)], [[], [at.professional.id]])
  await sql`update professionals set status = 'paused' where id = ${at.professional.id}`.execute(
    kalli.database.kysely,
  )
  assert.deepEqual(ids((await page()).guests), [], 'who has no public page is not named')
})

test('a business is found by number, number with words and slug, and not without a published space', async () => {
  const owner = await host(kalli)
  assert.equal((await business(owner.businessId)).status, 404)
  const where = await space(kalli, owner)
  const first = await business(owner.businessId)
  assert.equal(first.body.address, `/b/${owner.businessId}-casa-salas`)
  for (const id of [`${owner.businessId}-casa-salas`, `${owner.businessId}-otra`, `casa-salas-${owner.id}`])
    assert.deepEqual((await business(id)).body, first.body, id)
  for (const id of ['0', '-1', 'nada', "' or 1=1 --", '9999999', '1e3'])
    assert.equal((await business(id)).status, 404, id)
  await sql`update spaces set status = 'paused' where id = ${where.id}`.execute(kalli.database.kysely)
  assert.equal((await business(owner.businessId)).status, 404)
})

test('open now follows the time zone of the place, and says until when', async () => {
  const { host: owner } = await bookable(kalli)
  // Ten in the morning at the capital; the salon is open from nine to nineteen.
  assert.deepEqual((await business(owner.businessId)).body.openNow, {
    today: '2026-11-20',
    open: true,
    changesAt: '2026-11-21T01:00:00.000Z',
  })
  kalli.time.set('2026-11-21T02:00:00Z')
  assert.deepEqual((await business(owner.businessId)).body.openNow, {
    today: '2026-11-20',
    open: false,
    changesAt: '2026-11-21T15:00:00.000Z',
  })
  kalli.time.set('2026-11-20T16:00:00Z')
})

test('the seven days of a profile start today, and the first free one is the next start', async () => {
  const { professional: ana, space: where, serviceId } = await bookable(kalli)
  const one = await professionalPage(ana.id)
  assert.equal(one.week.length, 7)
  assert.equal(one.week[0]?.date, '2026-11-20')
  const free = one.week.find(({ firstAt }) => firstAt !== null)
  assert.equal(free?.firstAt, one.nextSlotAt)
  // With its service and place: a press on the day opens exactly that hour.
  assert.deepEqual(free?.first, { service: serviceId, space: where.id, how: 'place' })
})

test('a space’s price shows the minimum, the total to the centavo, the policy’s dates, and why it is not available', async () => {
  const { professional: ana, host: owner } = await bookable(kalli)
  const where = await space(kalli, owner, { units: 1, pricePerHourCents: 15_000 })
  const ask = async (
    body: { date: string; startMinute: number; minutes: number },
    person = kalli.visitor(),
  ) => (await person.call(quoteSpace, { params: { id: where.id }, body })).body
  const price = await ask({ date: '2026-11-24', startMinute: 600, minutes: 90 })
  assert.equal(price.totalCents, 22_500)
  assert.equal(price.problem, null)
  assert.equal(price.startsAt, '2026-11-24T16:00:00.000Z')
  assert.deepEqual(price.policy, [
    { until: '2026-11-23T16:00:00.000Z', feeCents: 0 },
    { until: '2026-11-24T12:00:00.000Z', feeCents: 11_250 },
    { until: '2026-11-24T16:00:00.000Z', feeCents: 22_500 },
  ])
  assert.equal((await ask({ date: '2026-11-24', startMinute: 600, minutes: 15 })).chargedMinutes, 30)
  assert.match((await ask({ date: '2026-11-24', startMinute: 1110, minutes: 60 })).problem ?? '', /cerrado/)
  assert.match((await ask({ date: '2026-11-20', startMinute: 540, minutes: 60 })).problem ?? '', /ya pasó/)
  await sql`insert into claims (resource_id, during, state)
    values (${where.units[0]}, '[2026-11-24T16:00:00Z,2026-11-24T17:00:00Z)', 'firm')`.execute(
    kalli.database.kysely,
  )
  assert.match((await ask({ date: '2026-11-24', startMinute: 630, minutes: 60 })).problem ?? '', /ocupadas/)
  await agreement(kalli, ana.id, where.id, { ratePerHourCents: 12_000 })
  assert.equal(
    (await ask({ date: '2026-11-24', startMinute: 720, minutes: 60 }, ana.person)).totalCents,
    12_000,
  )
  for (const body of [
    { date: '2026-02-30', startMinute: 600, minutes: 60 },
    { date: '2026-11-24', startMinute: 1440, minutes: 60 },
    { date: '2026-11-24', startMinute: 600, minutes: 0 },
    { date: '2031-11-24', startMinute: 600, minutes: 60 },
  ])
    assert.equal((await kalli.visitor().call(quoteSpace, { params: { id: where.id }, body })).status, 400)
  assert.equal(
    (
      await kalli.visitor().call(quoteSpace, {
        params: { id: 999_999 },
        body: { date: '2026-11-24', startMinute: 600, minutes: 60 },
      })
    ).status,
    404,
  )
})

test('a space shows a professional their agreement there, and other users do not see it', async () => {
  const { professional: ana, space: where } = await bookable(kalli)
  const stranger = await professional(kalli)
  const seenBy = async (person = kalli.visitor()) =>
    (await person.call(publicSpace, { params: { id: String(where.id) } })).body.agreement
  assert.deepEqual(await seenBy(ana.person), { professionalId: ana.id, ratePerHourCents: 20_000 })
  assert.equal(await seenBy(stranger.person), null)
  assert.equal(await seenBy(), null)
})

test('robots.txt names the sitemap of the requested host', async () => {
  const { answer, text } = await get('/robots.txt')
  assert.equal(answer.status, 200)
  assert.match(text, new RegExp(`^Sitemap: ${kalli.url}/sitemap.xml$`, 'm'))
  assert.match(text, /^Disallow: \/api\/$/m)
})

/** As RFC 9309 reads it: the longest rule that begins the address decides. */
const isCrawlable = (robots: string, address: string) => {
  const { pathname, search } = new URL(address, kalli.url)
  const [longest] = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)]
    .map(([, kind, rule]) => ({ kind, rule: rule ?? '' }))
    .filter(({ rule }) => `${pathname}${search}`.startsWith(rule))
    .toSorted((one, other) => other.rule.length - one.rule.length)
  return longest?.kind !== 'Disallow'
}

test('robots.txt lets a crawler follow what Google’s feeds, the structured data and llms.txt link', async () => {
  const { text: robots } = await get('/robots.txt')
  const [service] = servicesOf(kalli.url, { id: 1 }, [
    {
      id: 2,
      name: 'Corte',
      description: '',
      category: 'hair',
      durationMinutes: 30,
      priceCents: 30_000,
      addOns: [],
    },
  ])
  const linked = [...(await get('/llms.txt')).text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? '')
  for (const address of [
    actionOf(kalli.url, { id: 1 }).url,
    service?.action_link[0]?.url ?? '',
    '/booking?professional=1',
    '/p/1-ana',
    '/b/1-casa',
    ...linked,
  ])
    assert.ok(isCrawlable(robots, address), address)
  for (const address of [
    '/booking',
    '/bookings/x/accept',
    '/booking-success?id=1',
    '/book?p=1',
    '/api/slots',
    '/auth',
  ])
    assert.ok(!isCrawlable(robots, address), address)
})

test('security.txt names a contact, and expires within a year', async () => {
  const { answer, text } = await get('/.well-known/security.txt')
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(text, new RegExp(`^Contact: mailto:${kalli.config.contactMail}$`, 'm'))
  assert.match(text, new RegExp(`^Canonical: ${kalli.url}/.well-known/security.txt$`, 'm'))
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
  const now = kalli.clock().getTime()
  assert.ok(expires > now && expires < now + 365 * 86_400_000)
})

test('llms.txt names the address for assistants and where their access is described', async () => {
  const { text } = await get('/llms.txt')
  assert.ok(text.includes(`\`${kalli.url}/mcp\``))
  for (const path of [
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource/mcp',
    '/api/docs',
    '/api/openapi.json',
    '/api/openapi.es.json',
  ])
    assert.ok(text.includes(`](${kalli.url}${path})`), path)
})

test('llms.txt links only existing pages and endpoints', async () => {
  const { answer, text } = await get('/llms.txt')
  assert.equal(answer.status, 200)
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? '')
  assert.ok(links.length > 8 && links.every((link) => link.startsWith(`${kalli.url}/`)))
  const pages = (await get('/sitemap/pages.xml')).text
  for (const { pathname } of links.map((link) => new URL(link)))
    assert.ok(pages.includes(pathname) || kalli.app.hasRoute({ method: 'GET', url: pathname }), pathname)
})

test('the sitemap lists verified professionals, published spaces and businesses, and no one else', async () => {
  const { professional: ana, host: owner, space: where } = await bookable(kalli)
  const hidden = await professional(kalli)
  await sql`update professionals set verified = false where id = ${hidden.id}`.execute(kalli.database.kysely)
  const { answer, text } = await get('/sitemap.xml')
  assert.match(answer.headers.get('content-type') ?? '', /xml/)
  const lists = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '')
  assert.ok(lists.every((address) => address.startsWith(`${kalli.url}/sitemap/`)))
  const all = (await Promise.all(lists.map((address) => get(address.slice(kalli.url.length)))))
    .map(({ text }) => text)
    .join('')
  for (const path of [
    `/p/${ana.id}-ana-rojas`,
    `/b/${owner.businessId}-casa-salas`,
    `/space/${where.id}-`,
    '/pricing',
  ])
    assert.ok(all.includes(`${kalli.url}${path}`), path)
  assert.ok(!all.includes(`/p/${hidden.id}-`))
  assert.match(all, /<lastmod>\d{4}-\d\d-\d\dT/)
  for (const path of ['/sitemap/x-1.xml', '/sitemap/p-.xml', '/sitemap/..%2f.xml', '/sitemap/p-1.xml.gz'])
    assert.equal((await get(path)).answer.status, 404, path)
})

test('thousands of pages are split into complete lists of ten thousand, found by key', async () => {
  await addProfessionals(kalli.database.kysely, 2_000_001, 2_012_000)
  // The cached index is served for an hour.
  assert.ok(!(await get('/sitemap.xml')).text.includes('/sitemap/p-200.xml'))
  kalli.time.advance(61)
  const { text } = await get('/sitemap.xml')
  assert.match(text, /p-200\.xml<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
  const elsewhere = await kalli.app.inject({ url: '/sitemap.xml', headers: { host: 'otra.example' } })
  assert.ok(elsewhere.body.includes('<loc>http://otra.example/sitemap/p-200.xml</loc>'))
  assert.ok(!elsewhere.body.includes(kalli.url) && !elsewhere.body.includes('{'))
  for (const number of [200, 201]) assert.ok(text.includes(`/sitemap/p-${number}.xml`))
  const { text: one } = await get('/sitemap/p-200.xml')
  const ids = [...one.matchAll(/\/p\/(\d+)/g)].map(([, id]) => Number(id))
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from professionals
    where verified and id > 2000000 and id <= 2010000`.execute(kalli.database.kysely)
  assert.equal(ids.length, rows[0]?.count)
  assert.ok(ids.length > 3000 && ids.every((id) => id > 2_000_000 && id <= 2_010_000))
})

test('a shared link’s picture is a PNG of 1200 × 630 that is cached for ever', async () => {
  const { professional: ana, host: owner, space: where } = await bookable(kalli)
  const addresses = [
    (await professionalPage(ana.id)).socialPicture,
    (await business(owner.businessId)).body.socialPicture,
    (await kalli.visitor().call(publicSpace, { params: { id: String(where.id) } })).body.socialPicture,
  ]
  for (const address of addresses) {
    const { answer } = await get(address)
    assert.equal(answer.status, 200, address)
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    assert.deepEqual([format, width, height], ['png', 1200, 630])
  }
})

test('a changed page has a new picture, and the old address redirects to it', async () => {
  const ana = await professional(kalli, { ownPlace: true })
  await service(kalli, ana.id)
  const before = (await professionalPage(ana.id)).socialPicture
  await sql`update professionals set first_name = 'Anaís' where id = ${ana.id}`.execute(kalli.database.kysely)
  const now = (await professionalPage(ana.id)).socialPicture
  assert.notEqual(now, before)
  const { answer } = await get(before)
  assert.deepEqual([answer.status, answer.headers.get('location')], [302, now])
  await sql`update professionals set status = 'draft' where id = ${ana.id}`.execute(kalli.database.kysely)
  assert.equal((await get(now)).answer.status, 404)
})

test('hostile names and pictures are drawn as text or left out', async () => {
  const ana = await professional(kalli, {
    firstName: '<script>alert(1)</script>&"\u0000'.replace('\u0000', ''),
  })
  for (const picture of [
    'http://169.254.169.254/x',
    '//evil.example/x.png',
    '/../secret',
    '/api/ready',
    'x'.repeat(5000),
  ]) {
    await sql`update professionals set profile_image_url = ${picture}, last_name = ${`山田 🦄 ${'w'.repeat(200)}`} where id = ${ana.id}`.execute(
      kalli.database.kysely,
    )
    const { answer } = await get((await professionalPage(ana.id)).socialPicture)
    assert.equal(answer.status, 200, picture.slice(0, 40))
  }
})

test('static pages have a picture too, and any other address is not found', async () => {
  const { answer } = await get('/social/page/help/hosts.png')
  assert.equal(answer.status, 200)
  for (const path of [
    '/social/page/nada.png',
    '/social/page/toString.png',
    '/social/page/../x.png',
    '/social/x/1-00000000000000000000.png',
    '/social/p/999999-00000000000000000000.png',
    '/social/p/1.png',
  ])
    assert.equal((await get(path)).answer.status, 404, path)
})

test('concurrent visitors who request the same new picture all get it', async () => {
  const { professional: ana } = await bookable(kalli)
  await sql`update professionals set last_name = 'Montes' where id = ${ana.id}`.execute(kalli.database.kysely)
  const address = (await professionalPage(ana.id)).socialPicture
  const answers = await Promise.all(Array.from({ length: 8 }, () => get(address)))
  assert.deepEqual(new Set(answers.map(({ answer }) => answer.status)), new Set([200]))
})
