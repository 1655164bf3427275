import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cardChecks,
  contactChecks,
  emailNeeded,
  fullNameNeeded,
} from '#web/parts/booking/payment/checkout-form.ts'

const cases = [
  ['firstName', '', 'Escribe tu nombre.'],
  ['firstName', 'Ana', undefined],
  ['lastName', '', undefined],
  ['email', '', undefined],
  ['email', 'ana', 'Revisa tu correo: le falta algo.'],
  ['email', 'ana@kalli', 'Revisa tu correo: le falta algo.'],
  ['email', 'ana@kalli.mx', undefined],
  ['phone', '', 'Escribe tu teléfono.'],
  ['phone', '55 1234 567', 'Escribe los 10 dígitos.'],
  ['phone', '55 1234 5678', undefined],
  ['phone', '+52 (55) 1234-5678', undefined],
  ['number', '', 'Escribe el número de tu tarjeta.'],
  ['number', '4242 4242 4242 4242', undefined],
  ['expiry', '', 'Escribe mes y año.'],
  ['expiry', '0829', 'Escríbelo como 08/29.'],
  ['expiry', '8/29', undefined],
  ['expiry', '08 / 2029', undefined],
  ['cvc', '', 'Escribe el código.'],
  ['cvc', '12', 'Son 3 o 4 dígitos.'],
  ['cvc', '1234', undefined],
] as const

const checks = { ...contactChecks, ...cardChecks }

test('each checkout field names its error, and a valid one has none', () => {
  for (const [field, text, said] of cases) assert.equal(checks[field](text), said, `${field}: "${text}"`)
})

test('an email is required when it is confirmed, and the full name too for a payment reference', () => {
  for (const { email } of [emailNeeded, fullNameNeeded]) {
    assert.equal(email(''), 'Escribe tu correo.')
    assert.equal(email('ana'), 'Revisa tu correo: le falta algo.')
    assert.equal(email('ana@kalli.mx'), undefined)
  }
  assert.equal(fullNameNeeded.lastName(' '), 'Escribe tus apellidos.')
  assert.equal(fullNameNeeded.lastName('Nava'), undefined)
})

test('every checkout field has a case', () => {
  assert.deepEqual(new Set(cases.map(([field]) => field)), new Set(Object.keys(checks)))
})
