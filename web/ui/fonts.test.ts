import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'

const css = readFileSync(new URL('kalli.css', import.meta.url), 'utf8')
const faces = [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(([, body = '']) => {
  const of = (name: string) => new RegExp(`${name}: ([^;]+);`).exec(body)?.[1]
  return {
    family: of('font-family') ?? '',
    weight: of('font-weight'),
    display: of('font-display'),
    size: of('size-adjust'),
  }
})

test('a late font is swapped in, and its fallbacks have its metrics, regular and bold', () => {
  const own = faces.filter(({ family }) => family.includes('Variable'))
  assert.deepEqual(
    own.map(({ display }) => display),
    ['swap', 'swap'],
  )
  const fallbacks = Map.groupBy(
    faces.filter(({ family }) => family.includes('Fallback')),
    ({ family }) => family,
  )
  assert.equal(fallbacks.size, 4)
  for (const [family, ofIt] of fallbacks) {
    assert.equal(ofIt.length, 2, `${family}: without a bold face the browser thickens the regular one`)
    assert.ok(ofIt.every(({ weight = '', size = '' }) => /^\d+ \d+$/.test(weight) && size.endsWith('%')))
    assert.ok(css.split('--font-')[1] !== undefined && css.includes(`${family}, `), `${family} is in a stack`)
  }
  assert.match(css, /font-synthesis-weight: none/)
})
