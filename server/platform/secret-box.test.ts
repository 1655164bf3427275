import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretBox, secretRing } from '#server/platform/secret-box.ts'

const secret = 'only-for-tests-0123456789abcdef0123456789'
const box = secretBox(secret, 'second factor')

test('a sealed text opens for its owner, and is never sealed the same way twice', () => {
  const sealed = box.seal('JBSWY3DPEHPK3PXP', '12')
  assert.equal(box.open(sealed, '12'), 'JBSWY3DPEHPK3PXP')
  assert.ok(!sealed.includes('JBSWY3DPEHPK3PXP'))
  assert.notDeepEqual(sealed, box.seal('JBSWY3DPEHPK3PXP', '12'))
})

test('another owner, another purpose, another secret or a changed byte open nothing', () => {
  const sealed = box.seal('JBSWY3DPEHPK3PXP', '12')
  assert.throws(() => box.open(sealed, '13'))
  assert.throws(() => secretBox(secret, 'something else').open(sealed, '12'))
  assert.throws(() => secretBox(`${secret}x`, 'second factor').open(sealed, '12'))
  for (const place of [0, 12, 28, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[place] = (changed[place] ?? 0) ^ 1
    assert.throws(() => box.open(changed, '12'))
  }
})

test('after a change of secret, texts sealed with the former one open only while it is configured', () => {
  const before = secretRing({ now: secret, before: [] }, 'intake')
  const later = secretRing({ now: 'another-secret-0123456789abcdef0123456', before: [secret] }, 'intake')
  const sealed = before.seal('Soy alérgica al látex', '7')
  assert.notEqual(before.keyId, later.keyId)
  assert.equal(later.open(sealed, '7', before.keyId), 'Soy alérgica al látex')
  assert.throws(() => later.open(sealed, '8', before.keyId))
  const forgotten = secretRing({ now: 'another-secret-0123456789abcdef0123456', before: [] }, 'intake')
  assert.throws(() => forgotten.open(sealed, '7', before.keyId), /no key/)
})
