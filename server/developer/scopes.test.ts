/** The scopes of all endpoints: docs/platform/scopes.md is written by `node bin/scopes.mjs`. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { scopeWords } from '#contract/developer/scope-words.ts'
import { scopeOf, scopes } from '#contract/platform/scope.ts'
import { modules } from '#server/modules.ts'
import { scopedFiles } from '#server/openapi/files.ts'
import { scopeTable, tableFile } from '#server/testing/scope-table.ts'

const endpoints = modules.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))

test('the scope table in the documents matches the contract', async () => {
  const written = await readFile(join(import.meta.dirname, '../..', tableFile), 'utf8')
  assert.equal(
    written,
    scopeTable([...endpoints, ...scopedFiles]),
    'read what changed; then: node bin/scopes.mjs',
  )
})

test('each scope opens some endpoint, and administration and sign-in have none', () => {
  const used = new Set(endpoints.map(scopeOf))
  assert.deepEqual(
    scopes.filter((scope) => !used.has(scope)),
    [],
  )
  for (const endpoint of endpoints)
    if (endpoint.access === 'admin' || /^\/api\/(auth|logout|guest)/.test(endpoint.path))
      assert.equal(scopeOf(endpoint), null, endpoint.path)
})

test('no read scope opens an endpoint that changes something', () => {
  const changing = endpoints.filter(
    (endpoint) => endpoint.method !== 'GET' && String(scopeOf(endpoint)).endsWith(':read'),
  )
  for (const { method, path } of changing) {
    assert.equal(method, 'POST')
    assert.match(path, /quote|preview|evaluate|simulate|\/places\/address$/, path)
  }
})

test('each scope has a text of its own', () => {
  assert.equal(new Set(scopes.map(scopeWords)).size, scopes.length)
})
