/** The table of all messages × parties, checked against the sources: none is missing, and none addresses another party. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { messages, noMessages } from '#server/testing/messages.ts'
import { foreign } from '#server/testing/own-sentences.ts'

const server = join(import.meta.dirname, '..')
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing|^seed/.test(file))
  .map((file) => ({ file, source: readFileSync(join(server, file), 'utf8') }))
  .filter(({ source }) => /dedupeKey|sendMail|send\(|\bkey:/.test(source))

const kindsIn = (source: string) => [
  ...new Set(
    [...source.matchAll(/`([a-z][a-z_-]+):\$\{/g)].flatMap(([, kind = '']) =>
      noMessages.has(kind) ? [] : [kind],
    ),
  ),
]

test('the table lists every message of the sources with its reader, and no other', () => {
  const found = new Set(sources.flatMap(({ source }) => kindsIn(source)))
  assert.deepEqual(
    [...found].filter((kind) => !Object.hasOwn(messages, kind)),
    [],
    'put it into server/testing/messages.ts',
  )
  // Keys of these three consist of the name of the event.
  for (const event of ['booking_confirmed', 'booking_cancelled', 'booking_completed']) found.add(event)
  assert.deepEqual(
    Object.keys(messages).filter((kind) => !found.has(kind)),
    [],
  )
})

test('a file that writes to one party only contains no sentence for another', () => {
  const wrong = sources.flatMap(({ file, source }) => {
    const readers = new Set(kindsIn(source).flatMap((kind) => messages[kind] ?? []))
    const parties = (['client', 'professional', 'host'] as const).filter((party) => readers.has(party))
    const sides = new Set(parties.map((party) => (party === 'client' ? 'client' : 'serving')))
    // For rented hours the professional is the payer.
    if (sides.size !== 1 || !/^notification|mails\.ts$/.test(file) || /rent|pack|return/.test(file)) return []
    const [first, ...others] = parties
    const patterns = first === undefined ? [] : foreign[first]
    return patterns
      .filter((pattern) => others.every((party) => foreign[party].includes(pattern)))
      .flatMap((pattern) => {
        const said = pattern.exec(source)?.[0]
        return said === undefined ? [] : [`${file}, to ${parties.join(' and ')}: ${said}`]
      })
  })
  assert.deepEqual(wrong, [])
})
