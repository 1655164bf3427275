import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const web = join(import.meta.dirname, '..', '..')

/** A mutation has no earlier data: a quote or a recorded reading that failed is shown as its error. */
const mutations = new Set(['quoting', 'reading'])

test('an error takes the place of a list only where nothing was loaded before', () => {
  const wrong = globSync('**/*.tsx', { cwd: web }).flatMap((file) =>
    [
      ...readFileSync(join(web, file), 'utf8').matchAll(
        /(\w+)\.(?:isError|error !== null|error) ?(?:\)|\? \()\s*(?:return )?(?:\w+\()?<ErrorState/g,
      ),
    ]
      .filter(([, query = '']) => !mutations.has(query))
      .map(([found]) => `${file}: ${found.replace(/\s+/g, ' ')}`),
  )
  assert.deepEqual(wrong, [])
})

test('hours stay while their refresh fails', () => {
  const wrong = globSync('**/*.tsx', { cwd: web }).filter((file) =>
    /!\w+\.isSuccess\) return|!\w+\.isSuccess \? \(/.test(readFileSync(join(web, file), 'utf8')),
  )
  assert.deepEqual(wrong, [])
})
