import assert from 'node:assert/strict'
import test from 'node:test'
import { expiryText, groupedNumber } from './card-text.ts'

test('a card number is grouped as on the card', () => {
  for (const [typed, shown] of [
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424', '4242 4'],
    ['4242 4', '4242 4'],
    ['4242-4242', '4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['', ''],
  ] as const)
    assert.equal(groupedNumber(typed), shown)
})

test('an expiry date gets its slash while it is typed', () => {
  let shown = ''
  for (const [key, now] of [
    ['0', '0'],
    ['8', '08/'],
    ['2', '08/2'],
    ['9', '08/29'],
    ['9', '08/29'],
  ] as const) {
    shown = expiryText(shown + key)
    assert.equal(shown, now)
  }
  // Deletes across the slash without being stopped by it.
  for (const now of ['08/2', '08', '0', ''] as const) {
    shown = expiryText(shown.slice(0, -1), true)
    assert.equal(shown, now)
  }
})

test('an expiry date is read as browsers fill it in and users paste it', () => {
  for (const [typed, shown] of [
    ['0829', '08/29'],
    ['08/29', '08/29'],
    ['8/29', '08/29'],
    ['08 / 29', '08/29'],
    ['829', '08/29'],
    ['08/2029', '08/29'],
    ['8/2029', '08/29'],
    ['12-30', '12/30'],
    ['1/30', '01/30'],
    ['08/20', '08/20'],
  ] as const)
    assert.equal(expiryText(typed), shown)
})
