import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownTimesWords } from '#web/parts/service/own-times-words.ts'

const none = { ownHours: null, offeredFrom: null, offeredTo: null }
const mondays = [{ weekday: 1, fromMinute: 540, toMinute: 780 }]

test('a service’s own hours and dates are described in one sentence, and so is an error in them', () => {
  assert.equal(ownTimesWords(none), 'Se ofrece en todo tu horario.')
  assert.match(
    ownTimesWords({ ...none, offeredTo: '2026-12-24' }),
    /^Se ofrece en tu horario, hasta el .*24 de diciembre/,
  )
  assert.match(
    ownTimesWords({ ownHours: mondays, offeredFrom: '2026-12-01', offeredTo: '2026-12-24' }),
    /^Se ofrece lunes de 09:00 a 13:00, del .* al .*, dentro de tu horario/,
  )
  assert.match(ownTimesWords({ ...none, ownHours: [] }), /Marca por lo menos un día/)
  assert.match(
    ownTimesWords({ ...none, offeredFrom: '2026-12-02', offeredTo: '2026-12-01' }),
    /va antes que la primera/,
  )
})
