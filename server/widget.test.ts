/** The widget's file, and what pages of other sites may read. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Script } from 'node:vm'
import { gzipSync } from 'node:zlib'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { modules } from '#server/modules.ts'
import { bookable } from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { mountWidget } from '#server/widget.ts'
import { bundleWidget } from '#web/widget-build.ts'

/** The download that it costs a page of another site, before any API call. */
const maxBytes = 8 * 1024

const folder = mkdtempSync(join(tmpdir(), 'kalli-widget-'))
const code = await bundleWidget()
let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(async () => {
  await kalli.close()
  rmSync(folder, { recursive: true, force: true })
})

const serving = async (read: () => Promise<string>): Promise<FastifyInstance> => {
  const app = Fastify()
  await app.register(helmet, { contentSecurityPolicy: false })
  mountWidget(app, folder, read)
  return app
}

test('the built widget is one classic script of at most 8 KB, and evaluates no text', () => {
  const bytes = gzipSync(code, { level: 9 }).length
  assert.ok(bytes <= maxBytes, `${bytes} bytes gz`)
  assert.doesNotThrow(() => new Script(code))
  assert.doesNotMatch(code, /\beval\(|new Function|document\.cookie|localStorage|sessionStorage|innerHTML/)
})

test('the short address always serves the newest widget, and a known version is not sent again', async () => {
  const app = await serving(async () => code)
  const answer = await app.inject('/widget.js')
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.body, code)
  assert.equal(answer.headers['access-control-allow-origin'], '*')
  assert.equal(answer.headers['cross-origin-resource-policy'], 'cross-origin')
  assert.match(String(answer.headers['cache-control']), /^public, max-age=300\b/)
  assert.equal(answer.headers['set-cookie'], undefined)
  const again = await app.inject({
    url: '/widget.js',
    headers: { 'if-none-match': String(answer.headers['etag']) },
  })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
})

test('a hashed address never changes and outlives its version, with the integrity that browsers compute', async () => {
  const before = await serving(async () => 'earlier()')
  const { file, integrity }: { file: string; integrity: string } = (
    await before.inject('/widget/version.json')
  ).json()
  assert.equal(integrity, `sha384-${createHash('sha384').update('earlier()').digest('base64')}`)
  const app = await serving(async () => code)
  const earlier = await app.inject(file)
  assert.deepEqual([earlier.statusCode, earlier.body], [200, 'earlier()'])
  assert.match(String(earlier.headers['cache-control']), /immutable/)
  const newest: { file: string } = (await app.inject('/widget/version.json')).json()
  assert.notEqual(newest.file, file)
  assert.equal((await app.inject(newest.file)).body, code)
  for (const path of ['/widget/0123456789abcdef.js', '/widget/..%2f..%2fsecret.js', '/widget/x.js'])
    assert.equal((await app.inject(path)).statusCode, 404, path)
})

test('a failed build is read again at the next request', async () => {
  let fails = true
  const app = await serving(async () => {
    if (fails) throw new Error('not built')
    return code
  })
  assert.equal((await app.inject('/widget.js')).statusCode, 500)
  fails = false
  assert.equal((await app.inject('/widget.js')).statusCode, 200)
})

test('a preview accepts only known attributes, and only our own pages can frame it', async () => {
  const app = await serving(async () => code)
  const query = new URLSearchParams({
    profesional: '12',
    negocio: '"><script>',
    color: 'red;}',
    tema: 'oscuro',
    forma: 'boton',
    texto: 'Agenda "hoy"',
    onload: 'x',
  })
  const answer = await app.inject(`/widget/preview?${query.toString()}`)
  assert.ok(
    answer.body.includes(
      '<kalli-boton profesional="12" tema="oscuro" texto="Agenda &#34;hoy&#34;"></kalli-boton>',
    ),
    answer.body,
  )
  const policy = String(answer.headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; script-src 'self'; connect-src 'self'; /)
  assert.match(policy, /frame-ancestors 'self'/)
  assert.doesNotMatch(policy, /unsafe/)
  assert.equal(answer.headers['x-frame-options'], 'SAMEORIGIN')
})

test('a preview shows a business, a space or one service', async () => {
  const app = await serving(async () => code)
  for (const [query, given] of [
    ['negocio=3&servicio=7', 'negocio="3" servicio="7"'],
    ['espacio=5', 'espacio="5"'],
  ] as const)
    assert.ok(
      (await app.inject(`/widget/preview?${query}`)).body.includes(
        `<kalli-reservar ${given}></kalli-reservar>`,
      ),
      query,
    )
})

test('exactly three read endpoints are open to other sites, including their refusals', async () => {
  const endpoints = modules.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
  const open = endpoints.filter(({ crossOrigin }) => crossOrigin === true)
  assert.deepEqual(open.map(({ method, path }) => `${method} ${path}`).toSorted(), [
    'GET /api/public/attendance',
    'GET /api/public/professionals/:id',
    'GET /api/slots',
  ])
  assert.ok(open.every(({ access }) => access === 'anyone'))

  const { professional, host, serviceId } = await bookable(kalli)
  const allowed = async (path: string) => {
    const answer = await fetch(kalli.url + path, { headers: { origin: 'https://salon.example' } })
    await answer.text()
    const { headers, status } = answer
    assert.equal(headers.get('access-control-allow-credentials'), null)
    assert.equal(headers.get('set-cookie'), null)
    return [status, headers.get('access-control-allow-origin')]
  }
  const slots = `/api/slots?professional=${professional.id}&service=${serviceId}&channel=own_link`
  assert.deepEqual(await allowed(`/api/public/professionals/${professional.id}`), [200, '*'])
  assert.deepEqual(await allowed('/api/public/professionals/999999'), [404, '*'])
  assert.deepEqual(await allowed(`/api/public/attendance?business=${host.businessId}`), [200, '*'])
  assert.deepEqual(await allowed(`${slots}&from=2026-11-20&to=2026-11-27`), [200, '*'])
  assert.deepEqual(await allowed(`${slots}&from=x&to=y`), [400, '*'])
  assert.deepEqual(await allowed(`/api/public/businesses/${host.businessId}`), [200, null])
  assert.deepEqual(await allowed('/api/auth/user'), [401, null])
})
