/** The schemas of names, titles and texts, which every endpoint that takes one uses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { LongText, Text, TypedAddress } from '#contract/platform/shapes.ts'

const accepts = (text: string) => z.safeParse(Text(80), text).success

test('a name without a visible character is refused, whatever it consists of', () => {
  const nothing = [
    '',
    ' ',
    '\u200b',
    '\u200d\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\uffa0',
    '\u115f',
    '\u2800',
    '\u0301',
    '\u200b \u00a0\u3000',
    '\u{e0061}',
    '\ufe0f',
  ]
  for (const text of nothing) assert.equal(accepts(text), false, JSON.stringify(text))
  for (const text of nothing.filter((one) => one.trim() !== ''))
    assert.equal(z.safeParse(LongText(80), text).success, false, JSON.stringify(text))
  assert.equal(z.parse(LongText(80), '  '), '')
})

test('a name with any visible character is accepted, in every script and with its joining characters', () => {
  for (const text of ['Ana', 'Ñ', '李', 'محمد', 'क्ष', '👩‍🎨', '7', '¿?', 'می‌خواهم', 'ㅤAna'])
    assert.equal(accepts(text), true, text)
})

test('decomposed accented characters are stored composed, so that equal names are equal', () => {
  assert.equal(z.parse(Text(80), ' Jose\u0301 Mun\u0303oz '), 'José Muñoz')
  assert.equal(z.parse(LongText(80), 'Dvor\u030ca\u0301k'), 'Dvořák')
  assert.equal(z.parse(Text(4), 'e\u0301e\u0301e\u0301e\u0301').length, 4, 'composed before it is measured')
})

test('a pasted telephone or email loses its invisible characters', () => {
  assert.equal(z.parse(TypedAddress(30), '\u202a+52 55 1111 2222\u202c'), '+52 55 1111 2222')
  assert.equal(z.parse(TypedAddress(30), ' ana@ejemplo.mx\u200b'), 'ana@ejemplo.mx')
  assert.equal(z.safeParse(TypedAddress(30), '55\u0000').success, false)
})
