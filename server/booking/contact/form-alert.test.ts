/** Which answers are worth an alert, as a table of what clients write. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasAlert, isAlerting } from '#contract/booking/client/form-alert.ts'
import type { Answers, Question } from '#contract/booking/client/intake.ts'

const form = (values: Partial<Question>): Question => ({
  id: 'a',
  kind: 'long',
  label: 'Alergias',
  required: false,
  options: [],
  ...values,
})

test('the professional decides which questions alert, and by default the question’s words do', () => {
  assert.deepEqual(
    [{ label: '¿Eres alérgica a algo?' }, { label: 'Alergias' }, { label: 'Medicinas' }].map((one) =>
      isAlerting(form(one)),
    ),
    [true, true, false],
  )
  assert.equal(isAlerting(form({ alerts: false })), false)
  assert.equal(isAlerting(form({ label: 'Medicinas', alerts: true })), true)
})

test('any answer that is not a plain no alerts', () => {
  const says = (answer: Answers[string] | undefined) =>
    hasAlert([form({})], answer === undefined ? {} : { a: answer })
  for (const no of [
    '',
    ' ',
    'No',
    'no.',
    'Ninguna',
    'ninguno',
    'N/A',
    'Nada',
    'No tengo',
    'no tengo alergias',
    'Sin alergias conocidas',
    'Que yo sepa no',
    'No que yo sepa',
    'Ninguna, gracias',
    false,
    ['Ninguno'],
    [],
    undefined,
  ])
    assert.equal(says(no), false, JSON.stringify(no))
  for (const yes of [
    'Al látex',
    'No, solo al látex',
    'Sí',
    'Tengo alergia',
    'Nada fuerte, el níquel',
    'penicilina',
    true,
    ['Ninguno', 'Diabetes'],
  ])
    assert.equal(says(yes), true, JSON.stringify(yes))
})
