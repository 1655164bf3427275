import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screensFor } from '#web/shell/work/screens.ts'
import { beginnings, toolGroups } from '#web/shell/work/tools.ts'

const labels = (role: 'professional' | 'host', q: string) => screensFor(role, q).map(({ label }) => label)

test('a screen is found by its name or another word for it, without accents', () => {
  assert.deepEqual(labels('professional', 'donde'), ['Dónde y cómo trabajo'])
  assert.deepEqual(labels('professional', 'CLABE'), ['Cuenta de cobro'])
  assert.deepEqual(labels('host', 'qr'), ['Códigos de llegada'])
  assert.equal(labels('host', 'espacios')[0], 'Espacios')
  assert.deepEqual(labels('host', 'constructor'), [])
  assert.equal(labels('professional', '').length, 6)
})

test('no two tools of a role share a name, nor a name with an action of ＋', () => {
  for (const role of ['professional', 'host'] as const) {
    const all = [...toolGroups[role].flatMap(({ tools }) => tools), ...beginnings[role]].map(
      ({ label }) => label,
    )
    assert.equal(new Set(all).size, all.length, role)
  }
})
