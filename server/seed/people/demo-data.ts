/**
 * The people of the demo data and their services, drawn from their number alone: professional 17 is the same person in a set of fifty and
 * in one of a million. Pure; writing is in people.ts.
 */
import { roundedDegrees } from '#contract/platform/degrees.ts'
import { Category, type SpaceType } from '#contract/professional/categories.ts'
import { rents, trades, type Offer } from '#server/seed/people/catalogue.ts'
import { demoStreets } from '#server/places/demo-streets.ts'
import { businessWords, familyNames, mensNames, womensNames } from '#server/seed/people/names.ts'
import { neighbourhoods, type Neighbourhood } from '#server/seed/people/neighbourhoods.ts'
import { chance, type Chance } from '#server/seed/people/random.ts'

export type Window = { weekday: number; fromMinute: number; toMinute: number }

export type SpaceDraft = {
  id: number
  hostId: number
  type: SpaceType
  name: string
  businessName: string
  where: Neighbourhood
  address: string
  latitude: number
  longitude: number
  units: number
  pricePerHourCents: number
  cleaningMinutes: number
  rentPolicy: 'relaxed' | 'normal' | 'firm'
  capacity: number
  amenities: string[]
  weekly: Window[]
  verified: boolean
  description: string
}

export type ProfessionalDraft = {
  id: number
  woman: boolean
  firstName: string
  lastName: string
  trade: Category
  categories: string[]
  specialties: string[]
  bio: string
  experienceYears: number
  where: Neighbourhood
  address: string
  latitude: number
  longitude: number
  hasOwnPlace: boolean
  verified: boolean
  verificationLevel: 0 | 1 | 2 | 3
  weekly: Window[]
  offers: (Offer & { priceCents: number })[]
  /** From 0 to 1: how full their days are. */
  popularity: number
  status: 'published' | 'paused'
}

const categoryList = Category.options
const tradeWeights = categoryList.map((category) => trades[category].weight)

export const drawProfessional = (id: number): ProfessionalDraft => {
  const rng = chance(id * 7919 + 11)
  const trade = id === 1 ? 'hair' : weighted(rng, categoryList, tradeWeights)
  const kind = trades[trade]
  const woman = id === 1 || rng.happens(kind.women)
  const where = id === 1 ? romaNorte() : weighted(rng, neighbourhoods, neighbourhoodWeights)
  const experienceYears = rng.whole(1, 24)
  const offers = drawOffers(rng, kind.offers, where, experienceYears)
  const popularity = id === 1 ? 0.95 : rng.fraction() ** 1.6
  const verificationLevel = rng.pick([0, 1, 2, 2, 3, 3] as const)
  const specialties = rng.some(kind.specialties, rng.whole(1, 4))
  const { firstName, lastName } =
    id === 1 ? { firstName: 'Ximena', lastName: 'Rojas Luna' } : drawName(rng, woman)
  return {
    id,
    woman,
    firstName,
    lastName,
    trade,
    categories: rng.happens(0.15) ? [trade, 'wellness'].filter(unique) : [trade],
    specialties,
    bio: drawBio(rng, kind, woman, specialties, experienceYears, where),
    experienceYears,
    where,
    ...spot(rng, where),
    hasOwnPlace: rng.happens(0.4),
    verified: verificationLevel >= 2 || id === 1,
    verificationLevel: id === 1 ? 3 : verificationLevel,
    weekly: id === 1 ? everyDay(540, 1230) : drawWorkingWeek(rng),
    offers,
    popularity,
    status: rng.happens(0.02) && id > 20 ? 'paused' : 'published',
  }
}

export const drawSpace = (id: number, hostId: number): SpaceDraft => {
  const rng = chance(id * 104_729 + 5)
  const type: SpaceType = id === 1 ? 'chair' : weighted(rng, spaceTypeList, spaceTypeWeights)
  const kind = rents[type]
  const where = id <= 2 ? romaNorte() : weighted(rng, neighbourhoods, neighbourhoodWeights)
  const units = id === 1 ? 6 : rng.whole(...kind.units)
  const drawn = {
    id,
    hostId,
    type,
    name: id === 1 ? 'Sillas junto a la ventana' : rng.pick(kind.names),
    businessName: drawBusinessName(hostId),
    where,
    ...spot(rng, where),
    units,
    pricePerHourCents: Math.round((rng.whole(...kind.pesos) * cityFactor(where)) / 5) * 500,
    cleaningMinutes: rng.pick([0, 5, 10, 10, 15]),
    rentPolicy: rng.pick(['relaxed', 'normal', 'normal', 'normal', 'firm'] as const),
    capacity: type === 'hall' ? rng.whole(8, 24) : units * 2,
    amenities: rng.some(['wifi', 'parking', 'ac', 'music', 'reception', 'products'], rng.whole(2, 6)),
    weekly: id === 1 ? everyDay(480, 1320) : drawOpeningWeek(rng),
    verified: id === 1 || rng.happens(0.75),
  }
  return {
    ...drawn,
    amenities: withDescribed(type, drawn.amenities),
    description: drawSpaceDescription(rng, drawn),
  }
}

/** Adds the amenities that the description of this kind of place promises. */
const withDescribed = (type: SpaceType, amenities: readonly string[]) => {
  const described = { cabin: 'music', consulting_room: 'reception' } as const
  const promised = type === 'cabin' || type === 'consulting_room' ? described[type] : null
  return promised === null || amenities.includes(promised) ? [...amenities] : [...amenities, promised]
}

/** The cancellation policy of a service, by its number. */
export const tierOf = (serviceId: number) =>
  chance(serviceId * 3 + 1).pick(['flexible', 'fair', 'fair', 'fair', 'moderate', 'strict'] as const)

/** Spaces of one business share its name. */
export const drawBusinessName = (hostId: number): string => {
  if (hostId === 1) return 'Casa Jacaranda'
  const rng = chance(hostId * 31_337 + 3)
  return `${rng.pick(businessWords.first)} ${rng.pick(businessWords.second)}`
}

export const drawName = (rng: Chance, woman: boolean) => ({
  firstName: rng.pick(woman ? womensNames : mensNames),
  lastName: `${rng.pick(familyNames)} ${rng.pick(familyNames)}`,
})

const neighbourhoodWeights = neighbourhoods.map((one) => one.weight)
const spaceTypeList = ['chair', 'station', 'cabin', 'room', 'consulting_room', 'hall'] as const
const spaceTypeWeights = [24, 18, 20, 10, 18, 10]

const romaNorte = (): Neighbourhood => {
  const found = neighbourhoods.find((one) => one.name === 'Roma Norte')
  if (found === undefined) throw new Error('the town has no Roma Norte')
  return found
}

/** The capital and the north charge more. */
const cityFactor = (where: Neighbourhood) =>
  /Polanco|San Pedro|Lomas|Condesa|Roma Norte|Juriquilla/.test(where.name)
    ? 1.25
    : where.state === 'Ciudad de México'
      ? 1.1
      : 0.95

const drawOffers = (rng: Chance, offers: readonly Offer[], where: Neighbourhood, years: number) =>
  rng.some(offers, rng.whole(Math.min(2, offers.length), Math.min(6, offers.length))).map((offer) => {
    const [low, high] = offer.pesos
    const skill = Math.min(1, years / 20) * 0.6 + rng.fraction() * 0.4
    const pesos = (low + (high - low) * skill * 0.85) * cityFactor(where)
    return { ...offer, priceCents: Math.round(pesos / 10) * 1000 }
  })

/** The demo's people are available on any day. */
const everyDay = (fromMinute: number, toMinute: number): Window[] =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute, toMinute }))

const drawWorkingWeek = (rng: Chance): Window[] => {
  const from = rng.pick([540, 570, 600, 600, 660])
  const to = rng.pick([1080, 1140, 1140, 1200, 1230])
  const days = rng.pick([
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5, 6],
    [2, 3, 4, 5, 6],
    [2, 3, 4, 5, 6, 7],
    [1, 2, 4, 5, 6],
  ])
  const lunch = rng.happens(0.55)
  return days.flatMap((weekday) => {
    if (weekday >= 6) return [{ weekday, fromMinute: from, toMinute: Math.min(to, 960) }]
    if (!lunch) return [{ weekday, fromMinute: from, toMinute: to }]
    return [
      { weekday, fromMinute: from, toMinute: 840 },
      { weekday, fromMinute: 900, toMinute: to },
    ]
  })
}

const drawOpeningWeek = (rng: Chance): Window[] => {
  const from = rng.pick([480, 540, 540, 600])
  const to = rng.pick([1200, 1260, 1260, 1320])
  const days = rng.happens(0.35) ? [1, 2, 3, 4, 5, 6, 7] : [1, 2, 3, 4, 5, 6]
  return days.map((weekday) => ({
    weekday,
    fromMinute: from,
    toMinute: weekday === 7 ? Math.min(to, 1080) : to,
  }))
}

const spot = (rng: Chance, where: Neighbourhood) => ({
  address: `${rng.pick(demoStreets)} ${rng.whole(4, 420)}${rng.happens(0.3) ? `, int. ${rng.whole(1, 12)}` : ''}`,
  latitude: roundedDegrees(where.latitude + (rng.fraction() - 0.5) * 0.014),
  longitude: roundedDegrees(where.longitude + (rng.fraction() - 0.5) * 0.014),
})
const drawBio = (
  rng: Chance,
  kind: (typeof trades)[Category],
  woman: boolean,
  specialties: readonly string[],
  years: number,
  where: Neighbourhood,
) => {
  const title = woman ? kind.title : (kind.titleMale ?? kind.title)
  const special = specialties[0]?.toLowerCase()
  const begin = rng.pick([
    `${title} con ${years} ${years === 1 ? 'año' : 'años'} de oficio en ${where.name}.`,
    `${title} en ${where.name}. Especialidad: ${special}.`,
    `${title}; ${years} ${years === 1 ? 'año' : 'años'} de práctica, sobre todo en ${special}.`,
  ])
  return `${begin} ${rng.pick(kind.bios)}`
}

/** A place that says so has no other access (listings.ts). */
export const codeOnly = 'Acceso con clave, sin llaves.'

const drawSpaceDescription = (
  rng: Chance,
  { type, where, cleaningMinutes }: Pick<SpaceDraft, 'type' | 'where' | 'cleaningMinutes'>,
) =>
  [
    rng.pick([
      `En el corazón de ${where.name},`,
      `A dos calles de la avenida principal de ${where.name},`,
      `En una casona remodelada de ${where.name},`,
    ]),
    {
      chair: 'sillas hidráulicas con espejo propio, lavacabezas compartido y luz natural toda la mañana.',
      station: 'estaciones con lámpara, extractor de polvo y esterilizador de uso común.',
      cabin: 'cabinas con camilla eléctrica, música independiente y regadera al pasillo.',
      room: 'una habitación silenciosa con clóset, lavamanos y ventilación.',
      consulting_room: 'consultorios con escritorio, camilla y sala de espera compartida.',
      hall: 'una sala de duela con espejos, bodega de material y buena bocina.',
    }[type],
    rng.pick([
      'Café y agua para tus clientes.',
      cleaningMinutes === 0 ? 'Luz natural y buena ventilación.' : 'Limpieza incluida entre citas.',
      codeOnly,
      'Se renta por hora, sin renta fija.',
    ]),
  ].join(' ')

const weighted = <T>(rng: Chance, from: readonly T[], weights: readonly number[]): T => {
  let left = rng.fraction() * weights.reduce((sum, weight) => sum + weight, 0)
  for (const [index, value] of from.entries()) {
    left -= weights[index] ?? 0
    if (left < 0) return value
  }
  return rng.pick(from)
}

const unique = <T>(value: T, index: number, all: readonly T[]) => all.indexOf(value) === index
