import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { placeFrom, suggest } from '#server/places/places.ts'

/** Phrases as people type them, and the place meant; `*`: a word is misspelt. */
const written: readonly (readonly [typed: string, name: string, context: string])[] = [
  ['gdl', 'Guadalajara', 'Jalisco'],
  ['GDL', 'Guadalajara', 'Jalisco'],
  ['mty', 'Monterrey', 'Nuevo León'],
  ['Mty, N.L.', 'Monterrey', 'Nuevo León'],
  ['slp', 'San Luis Potosí', 'San Luis Potosí'],
  ['S.L.P.', 'San Luis Potosí', 'San Luis Potosí'],
  ['Qro', 'Querétaro', 'Querétaro'],
  ['qro.', 'Querétaro', 'Querétaro'],
  ['Pto Vallarta', 'Puerto Vallarta', 'Jalisco'],
  ['pto. vallarta', 'Puerto Vallarta', 'Jalisco'],
  ['vallarta', 'Puerto Vallarta', 'Jalisco'],
  ['Guadalajra', 'Guadalajara', 'Jalisco'],
  ['guadaljara', 'Guadalajara', 'Jalisco'],
  ['la condesa', 'Condesa', 'Cuauhtémoc, Ciudad de México'],
  ['Col. Condesa', 'Condesa', 'Cuauhtémoc, Ciudad de México'],
  ['centro gdl', 'Centro', 'Guadalajara, Jalisco'],
  ['gdl centro', 'Centro', 'Guadalajara, Jalisco'],
  ['centro mty', 'Centro', 'Monterrey, Nuevo León'],
  ['roma', 'Roma Norte', 'Cuauhtémoc, Ciudad de México'],
  ['la roma', 'Roma Norte', 'Cuauhtémoc, Ciudad de México'],
  ['roma norte', 'Roma Norte', 'Cuauhtémoc, Ciudad de México'],
  ['Roma Sur cdmx', 'Roma Sur', 'Cuauhtémoc, Ciudad de México'],
  ['polanco', 'Polanco', 'Miguel Hidalgo, Ciudad de México'],
  ['por polanco', 'Polanco', 'Miguel Hidalgo, Ciudad de México'],
  ['polnaco', 'Polanco', 'Miguel Hidalgo, Ciudad de México'],
  ['cdmx', 'Ciudad de México', 'México'],
  ['df', 'Ciudad de México', 'México'],
  ['Cd. de México', 'Ciudad de México', 'México'],
  ['ags', 'Aguascalientes', 'Aguascalientes'],
  ['tij', 'Tijuana', 'Baja California'],
  ['tijuna', 'Tijuana', 'Baja California'],
  ['tijuana bc', 'Tijuana', 'Baja California'],
  ['La Paz BCS', 'La Paz', 'Baja California Sur'],
  ['cancun', 'Cancún', 'Benito Juárez, Quintana Roo'],
  ['cancún q. roo', 'Cancún', 'Benito Juárez, Quintana Roo'],
  ['playa del carmen', 'Playa del Carmen', 'Solidaridad, Quintana Roo'],
  ['merida yucatan', 'Mérida', 'Yucatán'],
  ['monterey', 'Monterrey', 'Nuevo León'],
  ['queretro', 'Querétaro', 'Querétaro'],
  ['cuernabaca', 'Cuernavaca', 'Morelos'],
  ['leon gto', 'León', 'Guanajuato'],
  ['cd juarez', 'Ciudad Juárez', 'Juárez, Chihuahua'],
  ['nvo laredo', 'Nuevo Laredo', 'Tamaulipas'],
  ['sn pedro garza garcia', 'San Pedro Garza García', 'Nuevo León'],
  ['sta fe', 'Santa Fe', 'Álvaro Obregón, Ciudad de México'],
  ['tuxtla', 'Tuxtla Gutiérrez', 'Chiapas'],
  ['coyoacan', 'Coyoacán', 'Ciudad de México'],
  ['zapopan', 'Zapopan', 'Jalisco'],
  ['del valle cdmx', 'Del Valle Centro', 'Benito Juárez, Ciudad de México'],
  ['nuevo leon', 'Nuevo León', 'Estado'],
]

describe('a place as typed', () => {
  for (const [typed, name, context] of written)
    test(`"${typed}" is ${name}, ${context}`, () => {
      const found = placeFrom(typed)
      assert.equal(found && `${found.place.name} · ${found.place.context}`, `${name} · ${context}`)
      const [first] = suggest(typed)
      assert.equal(first && `${first.name} · ${first.context}`, `${name} · ${context}`)
    })

  test('a corrected place says that it was corrected', () => {
    assert.equal(placeFrom('Guadalajra')?.isCorrected, true)
    for (const typed of ['gdl', 'la condesa', 'Guadalajara'])
      assert.equal(placeFrom(typed)?.isCorrected, false)
  })

  test('other words and the beginning of a name are no place', () => {
    for (const typed of [
      '',
      'en',
      'la',
      'masaje',
      'corte de pelo',
      'uñas mañana',
      'guada',
      'Springfield',
      'masaje gdl',
    ])
      assert.equal(placeFrom(typed), null, typed)
  })

  test('reading a phrase takes less than a millisecond', () => {
    placeFrom('gdl')
    const began = performance.now()
    for (let round = 0; round < 200; round += 1) for (const [typed] of written) placeFrom(typed)
    assert.ok((performance.now() - began) / (200 * written.length) < 1)
  })
})
