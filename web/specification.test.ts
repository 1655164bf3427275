/** Values stated in the specification, checked without a browser. The index is docs/specification.md. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { amenities, categories, spaceTypes } from '#contract/professional/categories.ts'
import { formatCents } from '#contract/platform/money.ts'
import { bell } from '#contract/notification/notification.ts'
import { countries } from '#contract/platform/phone.ts'
import {
  amenityFilters,
  availabilityFilters,
  priceRanges,
  ratingFilters,
  verifiedFilters,
} from '#contract/search/search.ts'
import { dataLoading } from '#web/data-loading.ts'
import { journeys } from '#web/parts/landing/journeys.ts'
import { pairs } from '#web/parts/landing/pairs.ts'
import {
  benefits,
  commissionCovers,
  commissions,
  earnings,
  statistics,
  tools,
} from '#web/parts/landing/words.ts'
import { defaultView } from '#web/parts/map/projection.ts'
import { fewestCharacters, initDelayMs, maxPhotos, photoSize, settleMs } from '#web/parts/places/places.ts'
import { fromCents } from '#web/parts/cards/from-price.ts'
import { leadOn, searchedFor } from '#web/parts/cards/searched.ts'
import { badgeKinds } from '#web/parts/verification/badge-kinds.ts'
import { sessionQuery } from '#web/session.ts'
import { shownMs, swipePixels } from '#web/ui/toast.ts'

test('§1 the marketing claims, as static text from one file', () => {
  assert.deepEqual(
    statistics.map(({ figure }) => figure),
    ['2,500+', '450+', '4.9', '98%', '$2.5M', '85%'],
  )
  assert.match(earnings, /15,000 MXN al mes/)
})

test('§1 commission: professionals 10 %, spaces 5 %, clients 0 %, and what it covers', () => {
  assert.deepEqual(
    commissions.map(({ who, figure }) => [who, figure]),
    [
      ['Clientes', '0%'],
      ['Profesionales', '10%'],
      ['Espacios', '5%'],
    ],
  )
  assert.deepEqual(commissionCovers, [
    'Procesamiento de pagos',
    'Seguro',
    'Soporte 24/7',
    'Marketing',
    'Herramientas',
  ])
})

test('§1 five steps for professionals and five for spaces', () => {
  assert.equal(journeys.professionals.steps.length, 5)
  assert.equal(journeys.spaces.steps.length, 5)
  assert.equal(journeys.professionals.action, 'Empezar Como Profesional')
  assert.equal(journeys.spaces.action, 'Publicar Mi Espacio')
})

test('§1 the steps: register, explore, apply, agenda, payments; publish, receive, approve, occupancy, income', () => {
  const titles = (who: keyof typeof journeys) => journeys[who].steps.map(({ title }) => title)
  assert.deepEqual(titles('professionals'), [
    'Regístrate y verifica',
    'Explora espacios',
    'Postúlate',
    'Administra tu agenda',
    'Recibe tus pagos',
  ])
  assert.deepEqual(titles('spaces'), [
    'Publica tu espacio',
    'Recibe solicitudes',
    'Aprueba profesionales',
    'Monitorea la ocupación',
    'Genera ingresos',
  ])
})

test('§1 the landing page claims verified professionals, instant booking, secure payments, direct communication, verified reviews', () => {
  assert.deepEqual(
    benefits.map(({ title }) => title),
    [
      'Profesionales verificados',
      'Reserva al instante',
      'Pagos seguros',
      'Comunicación directa',
      'Reseñas comprobadas',
    ],
  )
})

test('§1 calendar sync is stated as a Google calendar', () => {
  assert.ok(tools.professionals.some((tool) => /calendario de Google/.test(tool)))
})

test('§2 the search card sends what was filled in, and a search of one’s own replaces navigation', () => {
  const typed = { q: 'corte', category: 'all', where: { location: ' ' }, type: 'professionals' } as const
  const search = searchedFor(typed)
  assert.deepEqual(JSON.parse(JSON.stringify(search)), { q: 'corte', type: 'professionals' })
  const went: string[] = []
  leadOn(search, undefined, () => went.push('to the results'))
  leadOn(
    search,
    ({ q }) => went.push(`own search for ${q}`),
    () => went.push('to the results'),
  )
  assert.deepEqual(went, ['to the results', 'own search for corte'])
})

test('§2 the hero knows twelve job titles and twelve space types', () => {
  assert.equal(new Set(pairs.map(([title]) => title)).size, 12)
  assert.equal(new Set(pairs.map(([, space]) => space)).size, 12)
})

test('§3 countries for phones: dial code and national digits', () => {
  assert.deepEqual(
    Object.entries(countries).map(([country, { code, digits }]) => `${country} ${code} ${digits}`),
    [
      'MX +52 10',
      'US +1 10',
      'CA +1 10',
      'CO +57 10',
      'BR +55 11',
      'AR +54 10',
      'CL +56 9',
      'SV +503 8',
      'PA +507 8',
      'DO +1 10',
    ],
  )
})

test('§3 professional categories, value and label', () => {
  assert.deepEqual(
    Object.entries(categories).map(([value, label]) => `${value} ${label}`),
    'beauty Belleza, hair Cabello, nails Uñas, massage Masajes, therapy Terapia, nutrition Nutrición, fitness Fitness, yoga Yoga, meditation Meditación, pilates Pilates, coaching Coaching, health Salud, wellness Bienestar'.split(
      ', ',
    ),
  )
})

test('§3 space types, with Consultorio and Sala', () => {
  assert.deepEqual(Object.values(spaceTypes), [
    'Silla',
    'Habitación',
    'Cabina',
    'Estación',
    'Consultorio',
    'Sala',
  ])
})

test('§4 verification badge: SMS green, e-mail and SMS blue, biometric gold; level 0 shows nothing', () => {
  assert.deepEqual(
    badgeKinds.map(({ text }) => text),
    ['Verificado por SMS', 'Verificado por correo y SMS', 'Verificación biométrica, máxima seguridad'],
  )
  // The colour of the day: which of red, green and blue leads.
  const hues = badgeKinds.map(({ look }) => {
    const [red = 0, green = 0, blue = 0] = (/#([0-9a-f]{6})/.exec(look)?.[1]?.match(/../g) ?? []).map((two) =>
      Number.parseInt(two, 16),
    )
    if (blue > red && blue > green) return 'blue'
    return green > red ? 'green' : 'gold'
  })
  assert.deepEqual(hues, ['green', 'blue', 'gold'])
})

test('§5 places: at least 2 characters, after 300 ms', () => {
  assert.deepEqual([fewestCharacters, settleMs], [2, 300])
})

test('§7 the current user: no retry, no refetch on focus, fresh 5 s, cached 10 s', () => {
  assert.deepEqual([sessionQuery.staleTime, sessionQuery.gcTime], [5_000, 10_000])
  assert.deepEqual([dataLoading.retry, dataLoading.refetchOnWindowFocus], [false, false])
})

test('§9 data: no retry, no refetch on focus, no polling, never stale', () => {
  assert.deepEqual(dataLoading, {
    networkMode: 'always',
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  assert.ok(!('refetchInterval' in dataLoading))
})

test('§9 toasts: 5000 ms, swiped away after 50 px', () => {
  assert.deepEqual([shownMs, swipePixels], [5000, 50])
})

test('§9 places: 100 ms before the service starts, up to 10 photos of 400 x 300, the map begins at Mexico City', () => {
  assert.deepEqual([initDelayMs, maxPhotos, photoSize], [100, 10, { maxWidth: 400, maxHeight: 300 }])
  assert.equal(Math.round(defaultView.latitude * 10) / 10, 19.4)
  assert.equal(Math.round(defaultView.longitude * 10) / 10, -99.1)
})

test('§9 the bell: every 30 s, 99+, ten read, two categories', () => {
  assert.deepEqual(bell, { pollMs: 30_000, maxShown: 99, maxRead: 10, maxCategories: 2 })
})

test('§9 prices with $ in Mexican Spanish format; from-price is the lowest of the services, or basePrice without any', () => {
  assert.deepEqual(
    [formatCents(65_000), formatCents(123_450), formatCents(250_000_000)],
    ['$650', '$1,234.50', '$2,500,000'],
  )
  const services = [
    { name: 'Tinte', price: '900.00' },
    { name: 'Corte', price: '350.50' },
  ]
  assert.equal(fromCents({ basePrice: '500.00', services }), 35_050)
  assert.equal(fromCents({ basePrice: '500.00', services: [] }), 50_000)
})

test('§9 filter options: price, rating, availability, verification, amenities', () => {
  assert.deepEqual(
    Object.entries(priceRanges).map(([value, { label }]) => `${value} ${label}`),
    ['budget $0 - $500', 'medium $500 - $1,000', 'premium $1,000 - $2,000', 'luxury $2,000+'],
  )
  assert.deepEqual(ratingFilters, ['4', '4.5', '4.8'])
  assert.deepEqual(availabilityFilters, ['today', 'this_week', 'next_week', 'flexible'])
  assert.deepEqual(verifiedFilters, ['verified', 'top_rated', 'new'])
  assert.deepEqual(amenityFilters, Object.keys(amenities))
  assert.deepEqual(Object.keys(amenities), ['wifi', 'parking', 'ac', 'music', 'reception', 'products'])
})

const index = readFileSync(new URL('../docs/specification.md', import.meta.url), 'utf8')
const lines = [...index.matchAll(/^\| (§\d[^|]*) \| `([^`]+)` \| (.+) \|$/gm)]

test('the index of the specification speaks of each of its sections', () => {
  for (const section of [1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert.ok(lines.filter(([, sentence]) => sentence?.startsWith(`§${section} `)).length >= 3, `§${section}`)
})

test('every test that the index names exists', () => {
  const sources = new Map<string, string>()
  for (const [, sentence = '', file = '', name = ''] of lines) {
    assert.ok(name.length > 11, `${sentence}: "${name}" could be anything`)
    assert.ok(existsSync(file), `${sentence}: there is no ${file}`)
    const source = sources.get(file) ?? readFileSync(file, 'utf8')
    sources.set(file, source)
    assert.ok(source.includes(name), `${sentence}: ${file} has no test called "${name}"`)
  }
})
