import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nativeError } from '#web/ui/form/native-error.ts'

const none = {
  valid: false,
  valueMissing: false,
  typeMismatch: false,
  tooShort: false,
  rangeUnderflow: false,
  rangeOverflow: false,
}

test('each browser validation error has a Spanish message', () => {
  const cases = [
    ['text', { valid: true }, undefined],
    ['text', { valueMissing: true }, 'Completa este campo.'],
    ['select-one', { valueMissing: true }, 'Elige una opción.'],
    ['email', { typeMismatch: true }, 'Escribe un correo completo, como tu@correo.com.'],
    ['password', { tooShort: true }, 'La contraseña debe tener al menos 6 caracteres'],
    ['text', { tooShort: true }, 'Escribe al menos 6 caracteres.'],
    ['number', { rangeUnderflow: true }, 'Escribe 1 o más.'],
    ['number', { rangeOverflow: true }, 'Escribe 9 o menos.'],
    ['date', { rangeUnderflow: true }, 'Elige una fecha u hora posterior.'],
    ['number', {}, 'Revisa este dato.'],
  ] as const
  for (const [type, wrong, text] of cases)
    assert.equal(
      nativeError({ type, validity: { ...none, ...wrong }, minLength: 6, min: '1', max: '9' }),
      text,
    )
})
