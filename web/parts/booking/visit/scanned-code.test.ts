import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scannedCode } from '#web/parts/booking/visit/scanned-code.ts'

test('the sign of a unit and the code of a client are read, and nothing else is a code', () => {
  assert.equal(scannedCode('https://kalli.mx/professional-appointments?station=K7M2QD'), 'K7M2QD')
  assert.equal(scannedCode(' 482913 '), '482913')
  assert.equal(scannedCode('https://example.com/menu'), undefined)
  assert.equal(scannedCode('https://kalli.mx/professional-appointments?station=%3Cscript%3E'), undefined)
  assert.equal(scannedCode('WIFI:S:Salon;T:WPA;P:secreto;;'), undefined)
  assert.equal(scannedCode(''), undefined)
})
