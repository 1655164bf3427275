import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { wordsOf } from '#server/search/rules.ts'
import { searchOf } from '#server/search/understood/address.ts'
import { ofProfessionals, ofSpaces } from '#server/search/understood/examples.ts'
import { expectedOf, notationOf } from '#server/search/understood/notation.ts'
import { type Kind, understand } from '#server/search/understood/understand.ts'
import { unseenLater } from '#server/search/understood/unseen-later.cases.ts'
import { unseen } from '#server/search/understood/unseen.cases.ts'

const today = Temporal.PlainDate.from('2026-11-25')
const missedIn = (cases: readonly (readonly [string, string])[], kind: Kind) =>
  cases.flatMap(([written, chips]) => {
    const got = notationOf(understand(written, { today, kind }), today).join('; ')
    const expected = expectedOf(chips).join('; ')
    return got === expected ? [] : [`"${written}" gave ${got} instead of ${expected}`]
  })

describe('texts typed in the search field', () => {
  test('more than 400 examples of every kind give their chips', () => {
    assert.ok(ofProfessionals.length + ofSpaces.length >= 400)
    assert.equal(new Set(ofProfessionals.map(([written]) => written)).size, ofProfessionals.length)
    assert.deepEqual([...missedIn(ofProfessionals, 'professionals'), ...missedIn(ofSpaces, 'spaces')], [])
  })

  test('of 100 examples written without looking at the grammar at least 95 are understood', () => {
    const missed = missedIn(unseen, 'professionals')
    assert.equal(unseen.length, 100)
    assert.ok(missed.length <= 5, `${100 - missed.length} of 100:\n${missed.join('\n')}`)
  })

  test('of 20 later examples the 18 understood when first read still are', () => {
    const missed = missedIn(unseenLater, 'professionals')
    assert.equal(unseenLater.length, 20)
    assert.ok(missed.length <= 2, `${20 - missed.length} of 20:\n${missed.join('\n')}`)
  })

  test('no word of a search is lost: each text chip reads as itself again', () => {
    for (const [written] of ofProfessionals)
      for (const chip of understand(written, { today, kind: 'professionals' })) {
        if (chip.kind !== 'text') continue
        const again = understand(chip.text, { today, kind: 'professionals' })
        assert.deepEqual(
          again.flatMap((one) => (one.kind === 'text' ? wordsOf(one.text) : [])),
          wordsOf(chip.text),
          `${written}: ${chip.text}`,
        )
      }
  })

  test('symbols, an empty text and endless words cause no error', () => {
    for (const written of [
      '',
      ' ',
      '???',
      '$',
      '/',
      'a las',
      'entre',
      '31 de febrero',
      '-'.repeat(200),
      'más '.repeat(90),
      // Property names of every object.
      'constructor {{constructor.constructor()}}',
      '__proto__ toString 2 valueOf',
    ])
      assert.ok(Array.isArray(understand(written, { today, kind: 'professionals' })), written)
    assert.deepEqual(
      understand('31 de febrero', { today, kind: 'professionals' }).filter(({ kind }) => kind === 'day'),
      [],
    )
  })
})

test('an hour is the start of the visit, and a single limit gets the other', () => {
  const of = (written: string) => searchOf(understand(written, { today, kind: 'professionals' }))
  assert.deepEqual(of('corte y barba sábado 11'), {
    q: 'corte y barba',
    day: '2026-11-28',
    from: '11:00',
  })
  assert.deepEqual(of('facial después de las 7'), { q: 'facial', from: '19:00', to: '23:59' })
  assert.deepEqual(of('facial antes de las 2'), { q: 'facial', from: '06:00', to: '14:00' })
  assert.deepEqual(of('yoga este fin de semana en línea'), {
    category: 'yoga',
    day: '2026-11-28',
    until: '2026-11-29',
    modality: 'online',
  })
})
