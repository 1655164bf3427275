/** All bars at the bottom share one implementation, so that each clears the home indicator and the focused element. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const web = join(import.meta.dirname, '..', '..')
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ file, text: readFileSync(join(web, file), 'utf8') }))

test('only the bottom bar component, which respects safe areas and keyboards, sticks to the bottom', () => {
  const found = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/['"`][^'"`\n]*\b(?:fixed|sticky)\b[^'"`\n]*['"`]/g)]
      .map(([look]) => look)
      .filter((look) => /(^|[\s'"`])bottom-0\b/.test(look))
      .map((look) => `${file}: ${look}`),
  )
  assert.deepEqual(found, [])
})

test('every bottom bar is marked, so that the page scrolls the focused element above it', () => {
  const silent = sources
    .filter(({ text }) => text.includes('bottom-bar'))
    .filter(({ text }) => text.split('bottom-bar').length > text.split('data-bar="bottom"').length)
    .map(({ file }) => file)
  assert.deepEqual(silent, [])
})

test('an on-screen keyboard resizes the page where the browser can', () => {
  const root = sources.find(({ file }) => file.endsWith('root.tsx'))
  assert.match(root?.text ?? '', /viewport-fit=cover, interactive-widget=resizes-content/)
})
