import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markedIn } from '#web/parts/cards/marked.ts'

const marked = (label: string, typed: string) =>
  markedIn(label, typed)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('')

test('typed word beginnings are marked, regardless of accents and case', () => {
  assert.equal(marked('Depilación láser', 'depilacion las'), '[Depilación] [lás]er')
  assert.equal(marked('Uñas acrílicas', 'UÑ'), '[Uñ]as acrílicas')
  assert.equal(marked('Roma Norte', 'ma'), 'Roma Norte')
  assert.equal(marked('masaje en Roma Norte', 'masaje en rom'), '[masaje] [en] [Rom]a Norte')
  assert.equal(marked('María Martínez', 'mar'), '[Mar]ía [Mar]tínez')
  assert.equal(marked('', 'x'), '')
})
