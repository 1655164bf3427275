/** What the server decides about pages before it renders them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasSecret } from '#server/pages.ts'

test('a page whose address contains a secret sends no referrer, and any other sends its origin', () => {
  const secret = [
    '/bookings/abcdefghijklmnopqrstuvwxyz/accept',
    '/bookings/abcdefghijklmnopqrstuvwxyz/pay',
    '/inhouse/abcdefghijklmnop',
    '/booking-success?id=01a1fa84&t=abc',
    '/dynamic-checkout?hold=01a1fa84&t=abc',
    '/invitations/01a1fa84/accept?t=abc',
    '/reset-password?token=abc',
    '/professional-appointments?station=ABC123',
    '/auth?redirect=%2Finhouse%2Fabcdefghijklmnop',
    '/auth?redirect=%2Finvitations%2F01a1fa84%2Faccept%3Ft%3Dabc',
  ]
  for (const url of secret) assert.ok(hasSecret(url), url)
  for (const url of [
    '/',
    '/booking?professional=1',
    '/bookings',
    '/search-results?type=spaces',
    '/auth?redirect=%2Fmy-bookings',
    '/auth?redirect=https%3A%2F%2Felsewhere.example%2Fx',
    '/book?p=1&at=x',
  ])
    assert.ok(!hasSecret(url), url)
})
