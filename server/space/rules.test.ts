import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkDigitOf, clabeProblem } from '#contract/payment/clabe.ts'
import {
  type ListingActor,
  type ListingMove,
  listingMoves,
  ListingState,
  mayMoveListing,
} from '#contract/space/listing.ts'
import { checkWording, type WordingKind } from '#contract/hiring/wording.ts'
import { doubtsOf, type Examined, hasContact, middleHalf } from '#server/space/rules.ts'

const wording: readonly [text: string, ...kinds: WordingKind[]][] = [
  ['Abrimos de lunes a sábado de 9 a 20 h. Deja limpia tu estación.'],
  ['Hay lockers; trae tu candado. La puerta se cierra con doble vuelta.'],
  ['No se fuma. Mascotas pequeñas bienvenidas. Música a volumen bajo.'],
  ['El último en salir apaga las luces y cierra el gas.'],
  ['Cada quien pone sus precios y elige sus horas.'],
  ['Debes seguir las instrucciones de la gerente.', 'direction'],
  ['Deberás atender a todos los clientes que lleguen.', 'direction'],
  ['Uniforme obligatorio.', 'direction'],
  ['Tu supervisora revisa el trabajo.', 'direction'],
  ['Los clientes son del salón.', 'direction'],
  ['Turno fijo por la mañana.', 'shift'],
  ['Horario obligatorio de 10 a 18.', 'shift'],
  ['Hay que checar entrada y salida.', 'shift'],
  ['Mínimo 30 horas a la semana.', 'shift'],
  ['Se cobra según la lista de precios de la casa.', 'price'],
  ['No puedes cobrar menos de $300.', 'price'],
  ['Aquí los PRECIOS FIJOS son para todas.', 'price'],
  ['Sueldo semanal más comisión.', 'pay'],
  ['Pedimos exclusividad.', 'exclusive'],
  ['No puedes trabajar en otros salones.', 'exclusive'],
  ['Multa de $200 por llegar tarde.', 'sanction'],
  ['Turno fijo y uniforme obligatorio.', 'shift', 'direction'],
]
for (const [text, ...kinds] of wording)
  test(`wording, ${kinds.join(' and ') || 'nothing'}: ${text}`, () => {
    const found = checkWording(text)
    assert.deepEqual(
      found.map(({ kind }) => kind),
      kinds,
    )
    for (const { from, to, quote } of found) assert.equal(text.slice(from, to), quote)
  })

test('flags age, sex, looks or private life only where the discrimination check is requested', () => {
  const requested = (text: string) => checkWording(text, ['discrimination']).map(({ kind }) => kind)
  assert.deepEqual(requested('Solo mujeres de 20 a 30 años con buena presentación, sin hijos.'), [
    'sex',
    'age',
    'looks',
    'private_life',
  ])
  assert.deepEqual(requested('Mínimo 10 años de experiencia en color.'), [])
  assert.deepEqual(checkWording('Solo mujeres.'), [])
})

test('wording findings are inside the text, in order and without overlap, for any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constantFrom(...wording),
      (noise, [said]) => {
        const text = `${noise} ${said} ${noise}`
        const found = checkWording(text, ['subordination', 'discrimination'])
        for (const [at, { from, to, quote }] of found.entries()) {
          assert.equal(text.slice(from, to), quote)
          assert.ok(from < to && from >= (found[at - 1]?.to ?? 0))
        }
      },
    ),
  )
})

const clabes: readonly [clabe: string, right: boolean][] = [
  ['002010077777777771', true],
  ['012180015812345678', true],
  ['0021 8000 0000 0000 04', false],
  ['032180000118359719', false],
  ['646180157000000004', true],
  ['012180015812345679', false],
  ['01218001581234567', false],
  ['0121800158123456780', false],
  ['999180015812345678', false],
  ['O12180015812345672', false],
  ['', false],
]
for (const [clabe, right] of clabes)
  test(`CLABE ${clabe || 'empty'} is ${right ? 'good' : 'refused'}`, () =>
    assert.equal(clabeProblem(clabe) === null, right, clabeProblem(clabe) ?? 'no problem'))

test('a CLABE with one wrong digit is never valid', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\d{14}$/),
      fc.nat(16),
      fc.integer({ min: 1, max: 9 }),
      (account, place, more) => {
        const digits = `012${account}`
        const clabe = `${digits}${checkDigitOf(digits)}`
        assert.equal(clabeProblem(clabe), null)
        const wrong = (Number(clabe[place]) + more) % 10
        assert.notEqual(clabeProblem(clabe.slice(0, place) + wrong + clabe.slice(place + 1)), null)
      },
    ),
  )
})

const fine: Examined = {
  texts: ['Sillas con luz natural.'],
  categories: ['hair'],
  needles: false,
  pricePerHourCents: 12_000,
  zone: { lowCents: 9_000, highCents: 16_000 },
  hostKnown: true,
  samePlace: false,
  samePhoto: false,
}
const doubtful: readonly [what: string, part: Partial<Examined>, doubts: readonly string[]][] = [
  ['nothing', {}, []],
  ['a host whom nobody knows', { hostKnown: false }, ['host_unknown']],
  ['a text that directs work', { texts: ['Turno fijo.'] }, ['wording']],
  ['a phone in a caption', { texts: ['Llama al 55 1234 5678'] }, ['contact_in_text']],
  ['a price of a third', { pricePerHourCents: 2_999 }, ['price_far']],
  ['a price just above a third', { pricePerHourCents: 3_000 }, []],
  ['three times the zone', { pricePerHourCents: 48_001 }, ['price_far']],
  ['no neighbours', { pricePerHourCents: 48_001, zone: null }, []],
  ['needles', { needles: true }, ['sanitary']],
  ['health', { categories: ['hair', 'health'] }, ['sanitary']],
  ["another host's address", { samePlace: true }, ['same_place']],
  ["another host's photo", { samePhoto: true }, ['same_photo']],
]
for (const [what, part, doubts] of doubtful)
  test(`in doubt for ${what}: ${doubts.join(', ') || 'published'}`, () =>
    assert.deepEqual(doubtsOf({ ...fine, ...part }), doubts))

test('contact details are detected however they are written, and measures and hours are not', () => {
  for (const text of ['55-12-34-56-78', 'ana@correo.mx', 'www.casa.mx', 'síguenos @casaluz', 'por WhatsApp'])
    assert.ok(hasContact(text), text)
  for (const text of ['De 9 a 20 h, 30 m² y 4 sillas', 'Renta de $1,250 por día', 'Calle 5 de Mayo 12'])
    assert.ok(!hasContact(text), text)
})

test('one extreme price does not move the middle half of prices', () => {
  assert.deepEqual(middleHalf([90, 100, 110, 160, 100_000]), { lowCents: 100, highCents: 160 })
  assert.equal(middleHalf([]), null)
})

const moves = Object.keys(listingMoves).filter((name): name is ListingMove =>
  Object.hasOwn(listingMoves, name),
)
const actors: readonly ListingActor[] = ['host', 'platform', 'administrator']

test('each actor may make only the table’s moves, and an incomplete listing is never published', () => {
  for (const move of moves)
    for (const actor of actors)
      for (const state of ListingState.options) {
        const rule: { by: readonly ListingActor[]; from: readonly string[]; to: string } = listingMoves[move]
        const may = rule.by.includes(actor) && rule.from.includes(state)
        const whole = mayMoveListing(move, actor, { state, missing: [], bookingsToCome: 0 })
        assert.equal(whole.allowed, may, `${actor} ${move} ${state}`)
        const half = mayMoveListing(move, actor, { state, missing: ['fotos'], bookingsToCome: 0 })
        if (rule.to === 'published') assert.equal(half.allowed, false)
        const booked = mayMoveListing(move, actor, { state, missing: [], bookingsToCome: 1 })
        if (rule.to === 'archived') assert.equal(booked.allowed, false)
      }
})
