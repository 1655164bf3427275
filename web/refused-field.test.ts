import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#web/api.ts'
import { formErrorOf, refusedField } from '#web/refused-field.ts'

const refused = (details: unknown) => new ApiError(400, 'invalid_input', 'Datos inválidos.', details)

test('a server error is found by its field’s name', () => {
  const cases = [
    [{ fields: [{ field: 'email', problem: 'Invalid input' }] }, 'email', 'Revisa este dato.'],
    [{ fields: [{ field: 'email', message: 'No existe.' }] }, 'email', 'No existe.'],
    [{ fields: ['email'] }, 'email', 'Revisa este dato.'],
    [{ fields: [{ field: 'terms.0.cents', message: 'Muy poco.' }] }, 'terms', 'Muy poco.'],
    [{ fields: [{ field: 'emails', message: 'No.' }] }, 'email', undefined],
    [{ field: 'phone' }, 'phone', 'Datos inválidos.'],
    [{ fields: [{ field: 'phone' }] }, 'email', undefined],
    [undefined, 'email', undefined],
  ] as const
  for (const [details, name, text] of cases) assert.equal(refusedField(refused(details), name), text)
  assert.equal(refusedField(new Error('x'), 'email'), undefined)
})

test('an error shown at a field is not repeated at the form', () => {
  const error = refused(undefined)
  assert.equal(formErrorOf(error, [undefined, 'No existe.']), null)
  assert.equal(formErrorOf(error, [undefined]), error)
})
