import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { drain } from '#server/platform/jobs.ts'
import { proposeAppointment } from '#contract/booking/series/appointment.ts'
import { slotOn } from '#server/testing/bookings.ts'
import { linkIn } from '#server/testing/guests.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import {
  forgetOldShortLinks,
  forgetShortLinks,
  maxLinkLength,
  shortLink,
  withShortLinks,
} from '#server/messaging/short-link.ts'
import { smsWithLink } from '#server/messaging/sms-text.ts'

let kalli: TestServer
let local: string
before(async () => {
  kalli = await startTestServer()
  local = kalli.config.publicUrl
})
after(() => kalli.close())

const to = '+525544330001'
const long = (secret = 'a'.repeat(120)) =>
  `/booking-success?id=018f3c2e-7c1a-7b52-9c8e-0d8f6a2b3c4d&t=${secret}.bcdEFG_-1`
const shortOf = (path: string, phone = to) => shortLink(kalli.work(), phone, local + path)
const openedAt = async (address: string) =>
  kalli.visitor().fetch('GET', address.replace(/^https?:\/\/[^/]+/, ''))

test('a signed address becomes a link of at most 40 characters at kalli.mx, and a short address is kept', async () => {
  kalli.config.publicUrl = 'https://kalli.mx'
  try {
    const link = await shortLink(kalli.work(), to, `https://kalli.mx${long()}`)
    assert.match(link, /^https:\/\/kalli\.mx\/s\/[0-9A-Za-z]{12}$/)
    assert.ok(link.length <= maxLinkLength, link)
    for (const path of ['/guest-bookings', '/gift/ABCDEFGHJKLMNPQR'])
      assert.equal(await shortLink(kalli.work(), to, `https://kalli.mx${path}`), `https://kalli.mx${path}`)
    const text = smsWithLink(`Kalli: ${'palabra '.repeat(40)}`, `https://kalli.mx${long()}`)
    const sent = await withShortLinks(kalli.work(), to, text)
    assert.ok(sent.length <= 160, `one message: ${sent.length}`)
    assert.match(sent, / https:\/\/kalli\.mx\/s\/\w{12}$/)
  } finally {
    kalli.config.publicUrl = local
  }
})

test('a short link redirects any browser every time, and neither link nor target is readable in the database', async () => {
  const link = await shortOf(long('tokenOfTheVisit'))
  for (let time = 0; time < 2; time += 1) {
    const answer = await openedAt(link)
    assert.equal(answer.status, 302)
    assert.equal(answer.headers.get('location'), long('tokenOfTheVisit'))
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
  }
  const { rows } = await kalli.database.pool.query<{ row: string }>(
    "select row_to_json(short_links)::text || encode(sealed, 'escape') as row from short_links",
  )
  assert.ok(rows.length > 0)
  for (const { row } of rows) {
    assert.ok(!row.includes(link.slice(-12)))
    assert.ok(!row.includes('tokenOfTheVisit'))
  }
})

test('a repeated message has the same link, and another telephone another one', async () => {
  assert.equal(await shortOf(long('again')), await shortOf(long('again')))
  assert.notEqual(await shortOf(long('again')), await shortOf(long('again'), '+525544330002'))
  const both = await Promise.all([shortOf(long('at once')), shortOf(long('at once'))])
  assert.equal(both[0], both[1])
})

test('an unknown, expired or deleted short link leads to the page that finds visits by a code', async () => {
  const visitLink = await shortOf(long('kept'), '+525544330003')
  const gone = await shortOf(long('gone'), '+525544330004')
  await forgetShortLinks(kalli.work(), ['+525544330004'])
  for (const address of [gone, `${local}/s/AAAAAAAAAAAA`, `${local}/s/x`, `${local}/s/%00%27`]) {
    const answer = await openedAt(address)
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/guest-bookings?link=over'])
  }
  assert.equal((await openedAt(visitLink)).headers.get('location'), long('kept'))
  kalli.time.advance(401 * 24 * 60)
  assert.equal((await openedAt(visitLink)).headers.get('location'), '/guest-bookings?link=over')
  await forgetOldShortLinks(kalli.work())
  const { rows } = await kalli.database.pool.query('select 1 from short_links')
  assert.equal(rows.length, 0)
  kalli.time.set(testNow)
})

test('other sites’ addresses stay unchanged, and the database refuses a target outside our pages', async () => {
  const other = `https://kalli.mx.example/${'a'.repeat(60)}`
  assert.equal(await shortLink(kalli.work(), to, other), other)
  assert.equal(await withShortLinks(kalli.work(), to, `Mira ${other}.`), `Mira ${other}.`)
  for (const path of [
    '//evil.example',
    'https://evil.example',
    '/api/bookings',
    '/s/AAAAAAAAAAAA',
    '/auth',
    '',
  ])
    await assert.rejects(
      kalli.database.pool.query(
        `insert into short_links (token_hash, to_phone, path, sealed, created_at, expires_at)
         values (decode(repeat('ab', 32), 'hex'), $1, $2, '', now(), now() + interval '1 day')`,
        [to, path],
      ),
      { constraint: 'short_links_own_page' },
      path,
    )
})

test('an appointment proposed to a telephone gets a short link, at kalli.mx too', async () => {
  const at = await people.bookable(kalli)
  const slot = await slotOn(at.professional.person, at)
  kalli.config.publicUrl = 'https://kalli.mx'
  try {
    const made = await at.professional.person.call(proposeAppointment, {
      body: { slotToken: slot.token, contact: { firstName: 'Paola', phone: '55 4433 0009' } },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await drain(kalli)
  } finally {
    kalli.config.publicUrl = local
  }
  const { rows } = await kalli.database.pool.query<{ body: string }>(
    "select body from text_messages where to_phone = '+525544330009'",
  )
  const link = /https:\S+/.exec(rows[0]?.body ?? '')?.[0] ?? ''
  assert.match(link, /^https:\/\/kalli\.mx\/s\/\w{12}$/)
  assert.match(await linkIn(kalli, rows[0]?.body), /^\/bookings\/[\w.-]+\/accept$/)
})
