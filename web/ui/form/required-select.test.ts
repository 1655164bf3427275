/** HTML allows a required select only if its first option is empty: a select that always has a value needs none. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const web = join(import.meta.dirname, '..', '..')

test('a required select begins with an empty option', () => {
  const wrong = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      const source = readFileSync(join(web, file), 'utf8')
      return [...source.matchAll(/<Field\b[^>]*?\brequired(?!=)[^>]*>([\s\S]*?)<\/Field>/g)]
        .filter(
          ([, inside = '']) =>
            /<Select\b\s*\{\.\.\.control\}/.test(inside) && !inside.includes('<option value=""'),
        )
        .map(({ index }) => `${file}:${source.slice(0, index).split('\n').length}`)
    })
  assert.deepEqual(wrong, [])
})
