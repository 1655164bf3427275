/** The adapter against a real server, Radicale from Debian's packages; only in `npm run test:deep`, and where it is installed. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import { accessText } from '#server/connection/caldav/access.ts'
import { caldavCalendar } from '#server/connection/caldav/caldav.ts'
import { homeOf } from '#server/connection/caldav/discover.ts'
import { serverOf } from '#server/connection/caldav/net.ts'
import { ProviderProblem } from '#server/connection/provider/provider.ts'
import { isDeep } from '#server/testing/crash/deep.ts'

const isInstalled = () => {
  try {
    execFileSync('radicale', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const skip = !isDeep
  ? 'only in npm run test:deep'
  : isInstalled()
    ? false
    : 'Radicale is not installed: apt-get install -y radicale'

const policy = { local: true, standin: null }
const signed = { user: 'marisol', password: 'clave-de-app' }
const zone = 'America/Mexico_City'
let server: ChildProcess
let folder = ''
let address = ''

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const at = probe.address()
      probe.close(() => resolve(typeof at === 'object' && at !== null ? at.port : 0))
    })
  })

const answers = async () => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const answer = await fetch(address).catch(() => null)
    if (answer !== null) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('Radicale does not answer')
}

before(async () => {
  if (skip !== false) return
  folder = await mkdtemp(join(tmpdir(), 'radicale-'))
  await writeFile(join(folder, 'users'), `${signed.user}:${signed.password}\n`)
  const port = await freePort()
  address = `http://127.0.0.1:${port}/`
  server = spawn(
    'radicale',
    [
      `--server-hosts=127.0.0.1:${port}`,
      '--auth-type=htpasswd',
      `--auth-htpasswd-filename=${join(folder, 'users')}`,
      '--auth-htpasswd-encryption=plain',
      `--storage-filesystem-folder=${join(folder, 'collections')}`,
      '--rights-type=owner_only',
    ],
    { stdio: 'ignore' },
  )
  await answers()
})
after(async () => {
  if (folder === '') return
  server.kill()
  await rm(folder, { recursive: true, force: true })
})

const failure = (answer: Promise<unknown>) =>
  answer.then(
    () => 'none',
    (error: unknown) => (error instanceof ProviderProblem ? error.failure : String(error)),
  )

test(
  'against a real Radicale server: discover, create a calendar, write, move, read by token and remove',
  { skip },
  async () => {
    const home = await homeOf(policy, signed, new URL(address))
    const access = accessText({ home, ...signed })
    const provider = caldavCalendar(policy)
    assert.equal(
      await failure(homeOf(policy, { ...signed, password: 'otra' }, new URL(address))),
      'unauthorised',
    )
    assert.equal(
      await failure(provider.renew(accessText({ home, ...signed, password: 'otra' }), new Date())),
      'revoked',
    )
    const { id: calendar } = await provider.makeCalendar(access, 'Kalli', zone)
    assert.deepEqual(
      (await provider.calendars(access)).map(({ id, name, writable }) => [id, name, writable]),
      [[calendar, 'Kalli', true]],
    )
    const changes = (since: { token: string } | { from: Date; to: Date }) =>
      provider.changes(access, calendar, { since, page: null, zone })
    const window = { from: new Date(Date.now() - dayMs), to: new Date(Date.now() + 400 * dayMs) }
    const empty = await changes(window)
    assert.deepEqual(empty.events, [])

    const startsAt = new Date(Math.ceil(Date.now() / hourMs) * hourMs + dayMs)
    const event = {
      id: 'abcdefghij0123456789abcdef',
      title: 'Corte; peinado, y más: Lucía',
      place: 'Salón «Ñandú», Roma Norte',
      link: 'https://kalli.test/a',
      startsAt,
      endsAt: new Date(startsAt.getTime() + hourMs),
      mark: { by: 'kalli.test', ref: 'una', hour: 'a/b' },
    }
    const etag = await provider.insert(access, calendar, event)
    assert.ok(etag)
    assert.equal(await failure(provider.insert(access, calendar, event)), 'there')
    assert.equal(await failure(provider.replace(access, calendar, event, '"otra"')), 'changed')
    const endsAt = new Date(startsAt.getTime() + 2 * hourMs)
    assert.ok(await provider.replace(access, calendar, { ...event, endsAt }, etag))
    const found = await provider.find(access, calendar, event.id, zone)
    assert.deepEqual(
      [found?.mark, found?.span],
      [event.mark, { start: startsAt.getTime(), end: endsAt.getTime() }],
    )
    const written = await changes({ token: empty.next.token ?? '' })
    assert.deepEqual(written.events, [found])
    await provider.remove(access, calendar, event.id)
    await provider.remove(access, calendar, event.id)
    const removed = await changes({ token: written.next.token ?? '' })
    assert.deepEqual(
      removed.events.map(({ id, isGone }) => [id, isGone]),
      [[event.id, true]],
    )
    const forged = JSON.stringify({
      ...JSON.parse(removed.next.token ?? ''),
      sync: 'http://radicale.org/ns/sync/x',
    })
    assert.equal(await failure(changes({ token: forged })), 'token_over')
    await provider.removeCalendar(access, calendar)
    assert.deepEqual(await provider.calendars(access), [])
  },
)

test('a local CalDAV server may be called outside production, and only there', () => {
  const text = 'http://127.0.0.1:5232/'
  assert.equal(serverOf(text, policy)?.href, text)
  assert.equal(serverOf(text, { local: false, standin: null }), null)
})
