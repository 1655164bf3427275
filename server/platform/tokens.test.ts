import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digest } from '#server/platform/digest.ts'
import { hashToken, secretToken, signer } from '#server/platform/tokens.ts'

const tokens = signer('only-for-tests-0123456789abcdef0123456789')
const now = new Date('2026-11-20T16:00:00Z')
const later = new Date('2026-11-20T16:15:00Z')

test('a signed token returns its payload until it expires', () => {
  const token = tokens.sign('slot', { p: 7, u: null, ñ: 'é' }, later)
  assert.deepEqual(tokens.open('slot', token, now), { p: 7, u: null, ñ: 'é', exp: later.getTime() })
  assert.equal(tokens.open('slot', token, later), null)
  assert.match(token, /^[\w-]+\.[\w-]{32}$/)
})

test('a token of another kind, of another server or with any change is refused', () => {
  const token = tokens.sign('slot', { p: 7 }, later)
  const [body = '', seal = ''] = token.split('.')
  const richer = Buffer.from(JSON.stringify({ p: 8, exp: later.getTime() })).toString('base64url')
  const others = [
    '',
    '.',
    '..',
    'x',
    body,
    `${body}.`,
    `.${seal}`,
    `${token}.`,
    `${token}x`,
    `${richer}.${seal}`,
    `${body}.${seal.slice(1)}`,
  ]
  for (const other of others) assert.equal(tokens.open('slot', other, now), null, other)
  assert.equal(tokens.open('booking-view', token, now), null)
  assert.equal(signer('another-secret-0123456789abcdef0123456789').open('slot', token, now), null)
})

test('the expiry is part of the token, and no payload overrides it', () => {
  const token = tokens.sign('slot', { exp: 9e15 }, later)
  assert.equal(tokens.open('slot', token, later), null)
})

test('secret tokens are long, different and stored as a hash', () => {
  const made = new Set(Array.from({ length: 100 }, () => secretToken()))
  assert.equal(made.size, 100)
  for (const token of made) assert.match(token, /^[\w-]{43}$/)
  assert.equal(hashToken('x').length, 32)
})

test('a digest ignores the order of keys, and nothing else', () => {
  const same = [
    { a: 1, b: { c: [1, 2], d: null } },
    { b: { d: null, c: [1, 2] }, a: 1 },
  ]
  assert.deepEqual(digest(same[0]), digest(same[1]))
  const all = [
    undefined,
    '',
    '1',
    1,
    [],
    {},
    [1, 2],
    [2, 1],
    [[1], 2],
    { a: 1 },
    { a: '1' },
    { a: { a: 1 } },
    { a: 1, b: null },
  ]
  assert.equal(new Set(all.map((value) => digest(value).toString('hex'))).size, all.length)
})
