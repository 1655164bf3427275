import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitsWords } from '#web/parts/availability/limits-words.ts'

const none = { visits: null, minutes: null }
const own = { day: none, week: none, month: none, tightStarts: false }

test('each limit is in the sentence, and without limits it says so', () => {
  assert.equal(limitsWords(own), 'Sin límites: se ofrece todo tu tiempo libre.')
  const words = limitsWords({
    ...own,
    day: { visits: 1, minutes: null },
    week: { visits: 20, minutes: 1800 },
    month: { visits: null, minutes: 90 },
  })
  assert.match(
    words,
    /^Tus clientes reservan hasta 1 cita al día, 20 citas o 30 h a la semana y 1 h 30 min al mes\./,
  )
})
