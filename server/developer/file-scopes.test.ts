/** Files and streams, which are no endpoints: the rule of scopes applies to keys, and browser-only ones are always refused to them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scopeOf, scopes } from '#contract/platform/scope.ts'
import { scopedFiles } from '#server/openapi/files.ts'
import { keyOf } from '#server/testing/keys.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const fetchBy = async (secret: string, path: string) => {
  const answer = await fetch(kalli.url + path, { headers: { authorization: `Bearer ${secret}` } })
  const text = await answer.text()
  const code: unknown =
    answer.headers.get('content-type')?.includes('json') === true ? JSON.parse(text).code : null
  return { status: answer.status, code, text }
}

const idLike = '019aa000-0000-7000-8000-00000000aaaa'
const valueOf: Readonly<Record<string, string>> = {
  kind: 'booking',
  size: 'small',
  message: idLike,
  photo: idLike,
}
/** An address with the id of nothing. */
const addressOf = (path: string) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === 'id' && /deposits|bookings|conversations|consents/.test(path)
      ? idLike
      : (valueOf[name] ?? '987654'),
  )

test('each file requires the scope of its address, or is closed to every key', async () => {
  const { accountId } = await people.host(kalli)
  const all = await keyOf(kalli, accountId)
  for (const file of scopedFiles) {
    const required = scopeOf(file)
    const address = addressOf(file.path)
    const answer = await fetchBy(all.secret, address)
    if (required === null) {
      assert.deepEqual([answer.status, answer.code], [403, 'browser_only'], file.path)
      continue
    }
    assert.ok(
      !['browser_only', 'scope_missing'].includes(String(answer.code)),
      `${file.path}: ${answer.text}`,
    )
    assert.ok(answer.status < 500, file.path)
    const others = scopes.filter((scope) => scope.split(':')[0] !== required.split(':')[0])
    const other = await keyOf(kalli, accountId, { scopes: others })
    assert.equal((await fetchBy(other.secret, address)).code, 'scope_missing', file.path)
    await kalli.database.pool.query('delete from api_keys where id = $1', [other.id])
  }
})

test('a key reads the tables and statement of its owner, and no agreement of a stranger', async () => {
  const at = await people.bookable(kalli)
  const [ofHost, ofPro] = await Promise.all([
    keyOf(kalli, at.host.accountId, { scopes: ['figures:read', 'agreements:read'] }),
    keyOf(kalli, at.professional.accountId, { scopes: ['figures:read'] }),
  ])
  const table = await fetchBy(ofHost.secret, '/api/host/tables/income?from=2026-11-01&to=2026-11-30')
  assert.equal(table.status, 200, table.text)
  assert.match(table.text, /Comisión con IVA/)
  const statement = await fetchBy(ofPro.secret, '/api/statements/professional/2026-11.csv')
  assert.equal(statement.status, 200, statement.text)
  assert.match(statement.text, /Saldo al final/)
  const contract = `/api/agreements/${at.agreementId}/document`
  assert.equal((await fetchBy(ofHost.secret, contract)).status, 200)
  assert.equal((await fetchBy(ofPro.secret, contract)).code, 'scope_missing')
  const stranger = await people.host(kalli)
  const ofStranger = await keyOf(kalli, stranger.accountId)
  assert.equal((await fetchBy(ofStranger.secret, contract)).code, 'not_found')
  // With the tax data, telephones and notes of clients.
  const book = await keyOf(kalli, at.professional.accountId)
  assert.equal((await fetchBy(book.secret, '/api/professional/tables/clients')).code, 'browser_only')
  const revoked = await keyOf(kalli, at.host.accountId)
  await kalli.database.pool.query('update api_keys set revoked_at = $2 where id = $1', [
    revoked.id,
    kalli.clock(),
  ])
  assert.equal((await fetchBy(revoked.secret, contract)).code, 'token_revoked')
})
