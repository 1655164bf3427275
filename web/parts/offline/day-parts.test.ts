import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..', '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const onesOf = (source: string, found: RegExp) => [...source.matchAll(found)].map(([, path = '']) => path)

/** Dialogs opened by a press, and the single visit of a link: they need a connection. */
const needLine = new Set([
  '#web/parts/booking/series/new-appointment.tsx',
  '#web/parts/booking/visit/one-visit.tsx',
  '#web/parts/conversation/talk-sheet.tsx',
  '#web/parts/booking/settlement/report-dialog.tsx',
  '#web/parts/booking/contact/answers-dialog.tsx',
])

test('every lazy part of the day screen is saved with the agenda', () => {
  const seen = new Set<string>()
  const later = new Set<string>()
  const walk = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const source = read(file)
    for (const path of onesOf(source, /lazy\(\(\) => import\('(#web\/[^']+)'\)\)/g)) later.add(path)
    for (const path of onesOf(source, /from '#(web\/[^']+\.tsx)'/g)) walk(path)
  }
  walk('web/parts/booking/day/own-day.tsx')
  assert.ok(later.size > 10, 'the day has such parts')
  assert.deepEqual(
    onesOf(read('web/parts/offline/day-parts.ts'), /import\('([^']+)'\)/g).toSorted(),
    [...later].filter((path) => !needLine.has(path)).toSorted(),
  )
})
