/** Which addresses are requested, which never, and the results of redirects, validators and timeouts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, CalendarProblem } from '#server/availability/outside/calendar-address.ts'
import { fromInternet, type Net } from '#server/availability/outside/calendar-fetch.ts'
import { isOutside } from '#server/platform/outside-address.ts'

const marks = { etag: null, modified: null }

test('accepts only https addresses with a host name, the default port and no credentials', () => {
  const good = [
    'https://calendar.google.com/x/basic.ics',
    'webcal://p1-caldav.icloud.com/y',
    ' https://a.mx/b ',
  ]
  for (const text of good) assert.ok(addressOf(text), text)
  const bad = [
    'http://calendar.google.com/x.ics',
    'https://calendar.google.com:8443/x.ics',
    'https://ana:secreto@a.mx/x.ics',
    'https://127.0.0.1/x.ics',
    'https://2130706433/x.ics',
    'https://0x7f.1/x.ics',
    'https://[::1]/x.ics',
    'https://localhost/x.ics',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
  ]
  for (const text of bad) assert.equal(addressOf(text), null, text)
})

test('refuses addresses of this machine, its network, and unassigned ranges', () => {
  for (const address of ['8.8.8.8', '142.250.1.1', '2607:f8b0:4005:80a::200e'])
    assert.equal(isOutside(address), true, address)
  const never = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '64:ff9b::a00:1',
    'fd00::1',
    'fe80::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'no address',
  ]
  for (const address of never) assert.equal(isOutside(address), false, address)
})

/** The network of a test: what names resolve to, and the responses there. */
const world = (
  names: Record<string, string[]>,
  answers: Record<string, Partial<Awaited<ReturnType<Net['ask']>>>>,
) => {
  const requested: string[] = []
  const net: Net = {
    resolve: async (name) => (names[name] ?? []).map((address) => ({ address, family: 4 })),
    ask: async (url, at, known) => {
      requested.push(`${url.href} ${at.address} ${known.etag ?? '-'}`)
      return { status: 200, location: null, etag: null, modified: null, text: '', ...answers[url.href] }
    },
  }
  return { net, requested }
}

const problemOf = async (address: string, net: Net) => {
  try {
    await fromInternet(new URL(address), marks, net)
    return null
  } catch (error) {
    assert.ok(error instanceof CalendarProblem)
    return error.problem
  }
}

test('does not request a name that resolves to an internal machine, nor a redirect to one', async () => {
  const { net, requested } = world(
    { 'a.mx': ['8.8.8.8'], 'inside.mx': ['10.0.0.1'], 'both.mx': ['8.8.8.8', '127.0.0.1'] },
    {
      'https://a.mx/inside': { status: 302, location: 'https://inside.mx/' },
      'https://a.mx/plain': { status: 302, location: 'http://a.mx/' },
      'https://a.mx/number': { status: 301, location: 'https://127.0.0.1/' },
      'https://a.mx/round': { status: 302, location: '/round' },
    },
  )
  assert.equal(await problemOf('https://inside.mx/', net), 'not_outside')
  assert.equal(await problemOf('https://both.mx/', net), 'not_outside')
  assert.equal(await problemOf('https://a.mx/inside', net), 'not_outside')
  assert.equal(await problemOf('https://a.mx/plain', net), 'not_outside')
  assert.equal(await problemOf('https://a.mx/number', net), 'not_outside')
  assert.equal(await problemOf('https://a.mx/round', net), 'unreachable')
  assert.equal(requested.filter((line) => line.startsWith('https://a.mx/round')).length, 4)
  assert.equal(requested.filter((line) => !line.startsWith('https://a.mx/')).length, 0)
})

test('recognizes an unchanged calendar by its tag, and distinguishes a deleted one from an unreachable one', async () => {
  const { net, requested } = world(
    { 'a.mx': ['8.8.8.8'] },
    {
      'https://a.mx/same': { status: 304 },
      'https://a.mx/new': { text: 'BEGIN:VCALENDAR', etag: '"2"' },
      'https://a.mx/gone': { status: 410 },
      'https://a.mx/broken': { status: 503 },
    },
  )
  const same = await fromInternet(new URL('https://a.mx/same'), { etag: '"1"', modified: null }, net)
  assert.deepEqual(same, { unchanged: true })
  assert.equal(requested[0], 'https://a.mx/same 8.8.8.8 "1"')
  const fresh = await fromInternet(new URL('https://a.mx/new'), marks, net)
  assert.deepEqual(fresh, { unchanged: false, text: 'BEGIN:VCALENDAR', etag: '"2"', modified: null })
  assert.equal(await problemOf('https://a.mx/gone', net), 'gone')
  assert.equal(await problemOf('https://a.mx/broken', net), 'unreachable')
  assert.equal(await problemOf('https://a.mx/same', net), 'unreachable', 'unchanged to whoever knew nothing')
  assert.equal(await problemOf('https://nowhere.mx/', net), 'unreachable')
})
