import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scannedCode } from '#web/parts/booking/visit/scanned-code.ts'

test('a unit’s sign and a client’s code are read, and anything else is not a code', () => {
  assert.equal(scannedCode('https://kalli.mx/professional-appointments?station=K7M2QD'), 'K7M2QD')
  assert.equal(scannedCode(' 482913 '), '482913')
  assert.equal(scannedCode('https://example.com/menu'), undefined)
  assert.equal(scannedCode('https://kalli.mx/professional-appointments?station=%3Cscript%3E'), undefined)
  assert.equal(scannedCode('WIFI:S:Salon;T:WPA;P:secreto;;'), undefined)
  assert.equal(scannedCode(''), undefined)
})
