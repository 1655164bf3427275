import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { hasPendingChoice } from '#web/parts/favourite/has-pending.ts'
import { rememberPending, takePending } from '#web/parts/favourite/pending.ts'

const saved = new Map<string, string>()
beforeEach(() => {
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (name: string) => saved.get(name) ?? null,
      setItem: (name: string, value: string) => void saved.set(name, value),
      removeItem: (name: string) => void saved.delete(name),
    },
  })
})
afterEach(() => saved.clear())

test('a pending action is executed once, within the hour', () => {
  const selection = { what: 'keep', kind: 'space', id: 7 } as const
  rememberPending(selection)
  assert.ok(hasPendingChoice())
  assert.deepEqual(takePending(Date.now()), selection)
  assert.equal(takePending(Date.now()), undefined)
  rememberPending({ what: 'alert', id: 7, onDate: '2026-12-01' })
  assert.equal(takePending(Date.now() + 3_700_000), undefined, 'too late')
  assert.ok(!hasPendingChoice())
})

test('a pending search is restored with its words, address and calls, and a broken one is ignored', () => {
  const selection = {
    what: 'search',
    label: 'masaje',
    search: 'q=masaje',
    queries: ['service=masaje'],
  } as const
  rememberPending({ ...selection, queries: [...selection.queries] })
  assert.deepEqual(takePending(Date.now()), selection)
  for (const broken of [
    { label: 1 },
    { search: undefined },
    { queries: 'service=masaje' },
    { queries: [1] },
  ]) {
    saved.set('kalli.wish', JSON.stringify([Date.now(), { ...selection, ...broken }]))
    assert.equal(takePending(Date.now()), undefined, JSON.stringify(broken))
  }
})

test('an invalid pending action is ignored', () => {
  for (const text of [
    'x',
    '{}',
    '[]',
    '[1]',
    `[${Date.now()},{"what":"keep","id":"1"}]`,
    `[${Date.now()},{"what":"pay","id":1}]`,
  ]) {
    saved.set('kalli.wish', text)
    assert.equal(takePending(Date.now()), undefined, text)
  }
})
