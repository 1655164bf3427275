/** The drawn card: its services and prices, the hours with their service, and its links. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createElement } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import { listPriceOf, listPriceText } from '#contract/pricing/shown-price.ts'
import type { FoundProfessional, FoundSlot } from '#contract/search/search.ts'
import { bookingOf, goingTo } from '#web/parts/cards/going-along.ts'
import { draw } from '#web/testing/drawn.ts'

const { ProfessionalCard } = await import('#web/parts/cards/professional-card.tsx')
const { hoursInstead } = await import('#web/parts/cards/found-here.tsx')

const zone = 'America/Mexico_City'
const area = { latitude: 19.4, longitude: -99.2 }
const there: NonNullable<FoundProfessional['place']> = {
  how: 'place',
  spaceId: 5,
  name: 'Estudio Quetzal',
  neighbourhood: 'Roma Norte',
  city: 'Ciudad de México',
  state: 'Ciudad de México',
  area,
  distanceKm: 1.2,
}
const card: FoundProfessional = {
  id: 7,
  slug: 'renata-campos',
  rating: '4.8',
  reviewCount: 12,
  verified: true,
  experience: 3,
  specialties: [],
  bio: '',
  basePrice: '300.00',
  categories: ['hair'],
  city: 'Ciudad de México',
  state: 'Ciudad de México',
  neighbourhood: 'Roma Norte',
  distanceKm: null,
  area,
  user: {
    firstName: 'Renata',
    lastName: 'Campos',
    profileImageUrl: null,
    perfilseguroVerified: false,
    perfilseguroVerificationLevel: 0,
    perfilSeguroBiometricVerified: false,
  },
  services: [
    { id: 1, name: 'Corte', price: '350.00' },
    { id: 2, name: 'Tinte', price: '900.00' },
    { id: 3, name: 'Balayage', price: '1800.00', from: true },
    { id: 4, name: 'Peinado', price: '500.00' },
  ],
  place: there,
  matched: null,
}
const balayage = { serviceId: 3, name: 'Balayage', priceCents: 180_000, from: true, also: [] }
const hour = (startsAt: string, values: Partial<FoundSlot> = {}): FoundSlot => ({
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + 60 * 60_000).toISOString(),
  spaceId: 5,
  unitId: 9,
  totalCents: 35_000,
  serviceId: 1,
  zone,
  token: 'signed',
  ...values,
})
const drawn = (values: Partial<FoundProfessional>) =>
  draw(createElement(ProfessionalCard, { professional: { ...card, ...values } }))
const servicesIn = (text: string) => /Servicios populares: (.*?) \+?\d* ?servicios? más/.exec(text)?.[1]

describe('the services of a card', () => {
  test('the service that matches the search comes first, wherever the professional has put it', async () => {
    const { text } = await drawn({ matched: balayage })
    assert.equal(servicesIn(text), 'Balayage desde $1,800 Corte $350')
    assert.equal(servicesIn((await drawn({})).text), 'Corte $350 Tinte $900')
  })

  test('of a visit of several services each comes first, and both go along to booking', async () => {
    const matched = { ...balayage, serviceId: 4, name: 'Peinado', also: [{ serviceId: 2, name: 'Tinte' }] }
    const { text, links } = await drawn({ matched, slots: [] })
    assert.equal(servicesIn(text), 'Tinte $900 Peinado $500')
    const reserve = new URL(links.find(({ name }) => name.startsWith('Reservar'))?.href ?? '', 'http://kalli')
    assert.equal(reserve.searchParams.get('service'), '4')
    assert.equal(reserve.searchParams.get('more'), '2')
  })

  test('each price is the text of the list price, with "desde" exactly where it varies', async () => {
    const money = fc.integer({ min: 100, max: 300_000 })
    const option = fc.integer({ min: 0, max: 40_000 })
    const priced = fc.record({
      priceCents: money,
      addOns: fc.array(
        option.map((priceCents) => ({ group: 'Largo', priceCents })),
        { maxLength: 2 },
      ),
      atPlace: fc.boolean(),
      online: fc.boolean(),
      atHome: fc.option(fc.record({ feeCents: option })),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(priced, { minLength: 1, maxLength: 2 }), async (offered) => {
        const prices = offered.map(listPriceOf)
        const services = prices.map(({ cents, isFrom }, index) => ({
          id: index + 1,
          name: `Servicio ${index + 1}`,
          price: (cents / 100).toFixed(2),
          from: isFrom,
        }))
        const { text } = await drawn({ services })
        const rows = prices.map((price, index) => `Servicio ${index + 1} ${listPriceText(price)}`).join(' ')
        assert.ok(text.includes(`Servicios populares: ${rows} `), text)
        const lowest = Math.min(...prices.map(({ cents }) => cents))
        const isFrom = prices.some((one) => one.isFrom || one.cents !== lowest)
        assert.ok(text.includes(`${isFrom ? 'desde ' : ''}${formatCents(lowest)} Ver Perfil`), text)
      }),
      { numRuns: 40 },
    )
  })
})

describe('the hours of a card', () => {
  test('one line says which service they hold, how long and for how much, and each hour is named by it', async () => {
    const { text, links } = await drawn({
      slots: [hour('2026-12-03T16:00:00.000Z'), hour('2026-12-03T17:00:00.000Z')],
    })
    assert.match(text, /Corte · 1 h · \$350 jue\w* 3 10:00 , Corte jue\w* 3 11:00 , Corte Servicios/)
    // Named above, the service is not listed again.
    assert.match(text, /Servicios populares: Tinte \$900 \+2 servicios más/)
    assert.equal(links.filter(({ name }) => name.endsWith(', Corte')).length, 2)
  })

  test('an hour at its own price shows it, and hours of two services are below their own lines', async () => {
    const price = { kind: 'quiet', deltaCents: -5_000 } as const
    const { text } = await drawn({
      slots: [
        hour('2026-12-03T16:00:00.000Z', { totalCents: 30_000, price }),
        hour('2026-12-03T17:00:00.000Z', { serviceId: 2, totalCents: 90_000 }),
      ],
    })
    assert.match(
      text,
      /Corte · 1 h · \$350 jue\w* 3 10:00 \$300 −\$50 · [^,]+, Corte Tinte · 1 h · \$900 jue/,
    )
  })

  test('hours of a visit of several services name all of them, with the price of all', async () => {
    const matched = {
      ...balayage,
      serviceId: 1,
      name: 'Corte',
      priceCents: 85_000,
      from: false,
      also: [{ serviceId: 4, name: 'Peinado' }],
    }
    const startsAt = '2026-12-03T16:00:00.000Z'
    const { text, links } = await drawn({ matched, slots: [hour(startsAt, { totalCents: 85_000 })] })
    assert.match(text, /Corte \+ Peinado · 1 h · \$850 jue\w* 3 10:00 , Corte \+ Peinado/)
    const { searchParams } = new URL(links.find(({ name }) => name.includes('10:00'))?.href ?? '', 'http://k')
    assert.deepEqual([searchParams.get('service'), searchParams.get('more')], ['1', '4'])
  })

  test('an hour that cannot be held at once leads to booking with service, way, day and hour', async () => {
    const { links } = await drawn({
      place: { ...there, how: 'home', spaceId: null, name: null },
      slots: [hour('2026-12-03T16:00:00.000Z', { spaceId: null, token: null })],
    })
    const href = links.find(({ name }) => name.includes('10:00'))?.href ?? ''
    const { pathname, searchParams, hash } = new URL(href, 'http://kalli')
    assert.equal(pathname, '/booking')
    assert.deepEqual(Object.fromEntries(searchParams), {
      professional: '7',
      service: '1',
      how: 'home',
      day: '2026-12-03',
    })
    assert.equal(hash, '#hora=2026-12-03T16:00:00.000Z/0')
  })

  test('after a race the hours of another place carry its name and its own clock', async () => {
    const taken = hour('2026-12-03T16:00:00.000Z')
    const { serviceId: _service, zone: _zone, ...same } = hour('2026-12-03T18:00:00.000Z')
    const [first, second] = hoursInstead(taken, [
      { ...same, token: 'a' },
      { ...same, token: 'b', spaceId: 6, zone: 'America/Tijuana', placeName: 'Casa Salas' },
    ])
    assert.deepEqual([first?.serviceId, first?.zone, first?.placeName], [1, zone, undefined])
    assert.deepEqual(
      [second?.serviceId, second?.zone, second?.placeName],
      [1, 'America/Tijuana', 'Casa Salas'],
    )
    assert.ok(first && second)
    const { text } = await drawn({ slots: [first, second] })
    assert.match(text, /12:00 , Corte jue\w* 3 10:00 Casa Salas , hora [^,]+, Corte/)
  })
})

describe('the search goes along to the pages of a result', () => {
  const going = { day: '2026-12-03', part: 'afternoon' } as const

  test('the service is the one that matched, whatever the words were', () => {
    for (const isPlaced of [true, false])
      assert.deepEqual(goingTo({ ...card, matched: balayage }, { going, isPlaced }), {
        ...going,
        service: 3,
        ...(isPlaced ? { space: 5 } : {}),
      })
    assert.equal(goingTo(card, { going }).service, undefined)
    assert.equal(goingTo({ ...card, matched: balayage }, { going: { ...going, service: 2 } }).service, 2)
  })

  test('booking opens with the professional, the way that was found and the further services', () => {
    const matched = { ...balayage, also: [{ serviceId: 1, name: 'Corte' }] }
    const place = { ...there, how: 'online', spaceId: null, name: null } as const
    assert.deepEqual(bookingOf({ id: 7, place, matched }, { going }), {
      ...going,
      professional: 7,
      service: 3,
      how: 'online',
      more: '1',
    })
    assert.equal(bookingOf({ id: 7, place, matched: balayage }).more, undefined)
  })
})
