/** When the last place of this browser is stored and when it is cleared. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetWhenTaken, mayUsePosition } from '#web/parts/search/last-place.ts'

test('while the position is awaited another word keeps the last place; only removing the place clears it', () => {
  const cookies: string[] = []
  const browser = {
    location: { protocol: 'http:' },
    document: {
      set cookie(text: string) {
        cookies.push(text)
      },
    },
  }
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true })
  forgetWhenTaken({ q: 'corte', near: 'on' }, { q: 'corte|barba', near: 'on' })
  assert.deepEqual([cookies.length, mayUsePosition()], [0, true])
  forgetWhenTaken({ q: 'corte', near: 'on' }, { q: 'corte' })
  assert.deepEqual([cookies.length, mayUsePosition()], [1, false])
})
