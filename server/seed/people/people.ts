/** Accounts, professionals, services, hosts, spaces, units, agreements and hours of the demo data, by COPY. */
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import type { Language } from '#contract/places/languages.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { type Offer, rents, trades } from '#server/seed/people/catalogue.ts'
import { type Table, table, type Value } from '#server/seed/people/copy.ts'
import { fromPriceOf, rulesOf, rulesSaid, wizardOf } from '#server/seed/people/prices.ts'
import {
  factColumns,
  listingFacts,
  openListingTables,
  payoutOf,
  writeListing,
} from '#server/seed/people/listings.ts'
import { chance, type Chance } from '#server/seed/people/random.ts'
import { termColumns, termsOf } from '#server/seed/people/service-terms.ts'
import {
  drawBusinessName,
  drawName,
  drawProfessional,
  drawSpace,
  type ProfessionalDraft,
  type SpaceDraft,
  tierOf,
} from '#server/seed/people/demo-data.ts'

export type AgreementDraft = {
  id: number
  professionalId: number
  space: SpaceDraft
  ratePerHourCents: number
}
/** A professional of the demo data with their places of work and the ids of their services. */
export type Settled = { draft: ProfessionalDraft; serviceIds: number[]; agreements: AgreementDraft[] }

export type Size = { professionals: number; spaces: number; clients: number }

/** A masseuse of Puebla who also rents out her cabin: professional and host of this number are one account. */
const both = 7

/** Ids are assigned in blocks, so that none has to be queried. */
export const layout = (size: Size) => {
  const hosts = Math.max(1, Math.round(size.spaces * 0.8))
  return {
    hosts,
    /** Accounts: 1–5 the demo people, then professionals from the second, then hosts from the second. */
    professionalAccount: (id: number) => (id === 1 ? 2 : 4 + id),
    hostAccount: (id: number) =>
      id === 1 ? 3 : id === both && size.professionals >= both ? 4 + id : 4 + size.professionals + id,
    unitBase: size.professionals,
    maxUnitsPerSpace: 8,
    clientBase: size.professionals + size.spaces * 8,
  }
}
export type Layout = ReturnType<typeof layout>

export const unitIds = (ids: Layout, space: SpaceDraft) =>
  Array.from(
    { length: space.units },
    (_, index) => ids.unitBase + (space.id - 1) * ids.maxUnitsPerSpace + index + 1,
  )

const batch = 10_000
/** After so many professionals the event loop gets a turn, for the connection. */
const betweenTurns = 50

export const writePeople = async (
  client: pg.Client,
  size: Size,
  times: { now: Date; passwordHash: string; secret: string },
  progress: (text: string) => void,
) => {
  const ids = layout(size)
  const tables = openTables()
  writeDemoAccounts(tables, times)
  const spaces = writeSpaces(tables, size, ids, times)
  await tables.write(client)
  const byDemo = spacesByCity(spaces)

  const settled: Settled[] = []
  let writing: Promise<void> = Promise.resolve()
  const counters = { service: 0, agreement: 0, tenants: 0 }
  for (let id = 1; id <= size.professionals; id += 1) {
    const one = settle(drawProfessional(id), byDemo, spaces, counters)
    if (settled.length < fullProfessionals) settled.push(one)
    writeProfessional(tables, one, ids, times)
    // This id is the workshop's (groups.ts).
    if (id === fullProfessionals) counters.service += 1
    if (id % betweenTurns === 0) await setImmediate()
    if (id % batch === 0) {
      await writing
      writing = tables.write(client)
      writing.catch(() => undefined)
      progress(`${id.toLocaleString('es-MX')} profesionales`)
    }
  }
  await writing
  await tables.write(client)
  return { ids, spaces, settled }
}

/** Professionals beyond this id can only be searched: they have no past bookings, portfolios, price rules or applications. */
export const fullProfessionals = 2_500
/** The spaces of the usual demo data, for code that compares every professional with every space. */
export const fullSpaces = 450

/** Filled by COPY alone, and the largest tables where a million professionals are requested. */
export const peopleTables = ['accounts', 'resources', 'professionals', 'services', 'agreements', 'schedules']

const openTables = () => {
  const all = {
    accounts: table('accounts', [
      'id',
      'email',
      'password_hash',
      'first_name',
      'last_name',
      'phone',
      'role',
      'active_role',
      'available_roles',
      'email_confirmed_at',
      'phone_confirmed_at',
      'biometric_verified',
      'profile_image_url',
      'created_at',
    ]),
    resources: table('resources', ['id', 'kind']),
    hosts: table('hosts', [
      'id',
      'account_id',
      'verified',
      'created_at',
      'clabe',
      'clabe_end',
      'clabe_holder',
      'clabe_bank',
      'clabe_at',
    ]),
    businesses: table('businesses', ['id', 'host_id', 'slug', 'name', 'description', 'contact_email']),
    professionals: table('professionals', [
      'id',
      'account_id',
      'slug',
      'first_name',
      'last_name',
      'bio',
      'experience_years',
      'specialties',
      'categories',
      'base_price_cents',
      'from_price_cents',
      'municipality_id',
      'city',
      'state',
      'neighbourhood',
      'address',
      'latitude',
      'longitude',
      'zone',
      'has_own_place',
      'verified',
      'profile_image_url',
      'rating',
      'review_count',
      'status',
      'created_at',
      'languages',
    ]),
    services: table('services', [
      'id',
      'professional_id',
      'name',
      'description',
      'category',
      'duration_minutes',
      'buffer_before_minutes',
      'buffer_after_minutes',
      'price_cents',
      'step_minutes',
      'notice_minutes',
      'horizon_days',
      'policy_tier',
      'cutoff_minutes',
      'position',
      'phases',
      'add_ons',
      ...termColumns,
    ]),
    spaces: table('spaces', [
      'id',
      'business_id',
      'host_id',
      'slug',
      'name',
      'space_type',
      'description',
      'capacity',
      'amenities',
      'photos',
      'municipality_id',
      'city',
      'state',
      'neighbourhood',
      'address',
      'latitude',
      'longitude',
      'zone',
      'price_per_hour_cents',
      'minimum_minutes',
      'cleaning_minutes',
      'rent_policy',
      'status',
      'created_at',
      ...factColumns,
      'price_rules',
      'from_price_cents',
    ]),
    units: table('units', ['id', 'space_id', 'number', 'name', 'station_code']),
    agreements: table('agreements', [
      'id',
      'professional_id',
      'space_id',
      'status',
      'rate_per_hour_cents',
      'valid_from',
      'valid_to',
      'created_at',
    ]),
    schedules: table('schedules', ['owner_kind', 'owner_id', 'weekly']),
    ...openListingTables(),
  }
  return {
    ...all,
    async write(client: pg.Client) {
      for (const one of Object.values<Table>(all)) await one.write(client)
    },
  }
}
type Tables = ReturnType<typeof openTables>

/** When email and phone were confirmed and whether the face was checked: the facts from which the database derives this level. */
const factsOf = (level: 0 | 1 | 2 | 3, since: Date) =>
  [level >= 2 ? since : null, level >= 1 ? since : null, level === 3] as const

const writeDemoAccounts = (tables: Tables, { now, passwordHash }: { now: Date; passwordHash: string }) => {
  const since = new Date(now.getTime() - 400 * dayMs)
  const add = (id: number, email: string, first: string, last: string, role: string, roles: string[]) =>
    tables.accounts.add(
      id,
      email,
      passwordHash,
      first,
      last,
      `+5255${String(40_000_000 + id * 1117)}`,
      role,
      role,
      roles,
      ...factsOf(2, since),
      role === 'client' ? '/pictures/person/w900001.svg' : null,
      since,
    )
  add(1, 'clienta@kalli.test', 'Sofía', 'Méndez Lara', 'client', ['client'])
  const first = drawProfessional(1)
  tables.accounts.add(
    2,
    'profesional@kalli.test',
    passwordHash,
    first.firstName,
    first.lastName,
    '+525540002234',
    'professional',
    'professional',
    ['professional', 'client'],
    ...factsOf(3, since),
    picture(first),
    since,
  )
  tables.accounts.add(
    3,
    'host@kalli.test',
    passwordHash,
    'Marta',
    'Salas Ibarra',
    '+525540003351',
    'host',
    'host',
    ['host', 'client'],
    ...factsOf(2, since),
    '/pictures/person/w900003.svg',
    since,
  )
  add(4, 'admin@kalli.test', 'Equipo', 'Kalli', 'admin', ['admin'])
  // Journeys set up this one's second step and use it to decide; the other one shows an account without.
  add(5, 'mediacion@kalli.test', 'Mediación', 'Kalli', 'admin', ['admin'])
}

const writeSpaces = (
  tables: Tables,
  size: Size,
  ids: Layout,
  { now, secret }: { now: Date; secret: string },
): SpaceDraft[] => {
  const payout = payoutOf({ secret })
  const since = new Date(now.getTime() - 300 * dayMs)
  const verifiedHosts = new Map<number, boolean>()
  const spaces = Array.from({ length: size.spaces }, (_, index) => {
    const id = index + 1
    return drawSpace(id, id <= ids.hosts ? id : ((id * 13) % ids.hosts) + 1)
  })
  for (const space of spaces)
    verifiedHosts.set(space.hostId, space.verified || verifiedHosts.get(space.hostId) === true)
  for (let hostId = 1; hostId <= ids.hosts; hostId += 1) {
    const rng = chance(hostId * 17 + 29)
    const { firstName, lastName } = drawName(rng, rng.happens(0.6))
    const accountId = ids.hostAccount(hostId)
    if (hostId > 1 && accountId !== ids.professionalAccount(both))
      tables.accounts.add(
        accountId,
        `host${hostId}@kalli.test`,
        null,
        firstName,
        lastName,
        `+5233${String(10_000_000 + hostId)}`,
        'host',
        'host',
        ['host'],
        ...factsOf(verifiedHosts.get(hostId) === true ? 2 : 1, since),
        null,
        since,
      )
    const name = drawBusinessName(hostId)
    tables.hosts.add(
      hostId,
      accountId,
      verifiedHosts.get(hostId) === true,
      since,
      ...payout(hostId, name, since),
    )
    const email = hostId === 1 ? 'host@kalli.test' : `host${hostId}@kalli.test`
    tables.businesses.add(hostId, hostId, `${slug(name)}-${hostId}`, name, '', email)
  }
  for (const space of spaces) writeSpace(tables, space, ids, { since, now })
  return spaces
}

/** The wizard's price columns follow from the price rules. */
const withPrices = (facts: Value[], prices: Readonly<Record<string, Value>>): Value[] =>
  facts.map(
    (fact, place) =>
      prices[factColumns[place] ?? ''] ?? (factColumns[place] === 'day_cap_cents' ? null : fact),
  )

const writeSpace = (
  tables: Tables,
  space: SpaceDraft,
  ids: Layout,
  { since, now }: { since: Date; now: Date },
) => {
  const { where } = space
  const said = listingFacts(space)
  const own = rulesOf(space)
  const facts = own === null ? said : withPrices(said, wizardOf(own))
  const rules =
    own ?? rulesSaid(said[factColumns.indexOf('day_cap_cents')], said[factColumns.indexOf('hour_packs')])
  const photos = [1, 2, 3, 4].map((shot) => `/pictures/space/${space.type}/${space.id}/${shot}.svg`)
  tables.spaces.add(
    space.id,
    space.hostId,
    space.hostId,
    `${slug(`${space.name} ${space.businessName}`)}-${space.id}`,
    space.name,
    space.type,
    space.description,
    space.capacity,
    space.amenities,
    photos,
    where.municipalityId,
    where.city,
    where.state,
    where.name,
    space.address,
    space.latitude,
    space.longitude,
    where.zone,
    space.pricePerHourCents,
    30,
    space.cleaningMinutes,
    space.rentPolicy,
    'published',
    since,
    ...facts,
    rules === null ? null : { json: rules },
    fromPriceOf(space, rules),
  )
  writeListing(tables, space, { photos, facts, since, now })
  tables.schedules.add('space', space.id, { json: space.weekly })
  for (const [index, unitId] of unitIds(ids, space).entries()) {
    tables.resources.add(unitId, 'unit')
    tables.units.add(
      unitId,
      space.id,
      index + 1,
      `${rents[space.type].unitName} ${index + 1}`,
      stationCode(unitId),
    )
  }
}

const writeProfessional = (
  tables: Tables,
  { draft, serviceIds, agreements }: Settled,
  ids: Layout,
  { now, passwordHash }: { now: Date; passwordHash: string },
) => {
  const since = new Date(now.getTime() - chance(draft.id + 77).whole(100, 900) * dayMs)
  const accountId = ids.professionalAccount(draft.id)
  const image = picture(draft)
  if (draft.id > 1)
    tables.accounts.add(
      accountId,
      `profesional${draft.id}@kalli.test`,
      draft.id === both ? passwordHash : null,
      draft.firstName,
      draft.lastName,
      `+5255${String(10_000_000 + draft.id)}`,
      'professional',
      'professional',
      draft.id === both ? ['professional', 'host'] : ['professional'],
      ...factsOf(draft.verificationLevel, since),
      image,
      since,
    )
  tables.resources.add(draft.id, 'professional')
  const prices = draft.offers.map((offer) => offer.priceCents)
  const fromPrice = Math.min(...prices)
  const far = draft.id > fullProfessionals
  tables.professionals.add(
    draft.id,
    accountId,
    `${slug(`${draft.firstName} ${draft.lastName.split(' ')[0] ?? ''}`)}-${draft.id}`,
    draft.firstName,
    draft.lastName,
    draft.bio,
    draft.experienceYears,
    draft.specialties,
    draft.categories,
    fromPrice,
    fromPrice,
    draft.where.municipalityId,
    draft.where.city,
    draft.where.state,
    draft.where.name,
    draft.address,
    draft.latitude,
    draft.longitude,
    draft.where.zone,
    draft.hasOwnPlace || agreements.length === 0,
    draft.verified,
    image,
    far ? (4 + draft.popularity).toFixed(2) : '0',
    far ? Math.round(draft.popularity * 80) : 0,
    draft.status,
    since,
    languagesOf(draft.id),
  )
  const rng = chance(draft.id * 3 + 1)
  const inParts = draft.id > plainIds && draft.id % 2 === 1
  for (const [index, offer] of draft.offers.entries())
    tables.services.add(
      serviceIds[index] ?? null,
      draft.id,
      offer.name,
      offer.text,
      draft.trade,
      offer.minutes,
      offer.prepare ?? 0,
      offer.clean ?? 0,
      offer.priceCents,
      offer.minutes <= 30 ? 15 : 30,
      rng.pick([60, 120, 120, 240]),
      rng.pick([45, 60, 90]),
      tierOf(serviceIds[index] ?? 0),
      720,
      index,
      inParts && offer.phases ? { json: offer.phases } : null,
      { json: inParts ? addOnsOf(offer) : [] },
      ...termsOf(draft, offer, inParts && offer.phases !== undefined),
    )
  tables.schedules.add('professional', draft.id, { json: draft.weekly })
  for (const one of agreements)
    tables.agreements.add(one.id, draft.id, one.space.id, 'active', one.ratePerHourCents, since, null, since)
}

/** The people who show the simplest flow have services without phases and add-ons. */
const plainIds = 10

const addOnsOf = ({ addOns = [] }: Pick<Offer, 'addOns'>) =>
  addOns.map(({ pesos, ...one }, index) => ({ id: index + 1, ...one, priceCents: pesos * 100 }))

/** Spanish, one in five also English, and now and then another. */
const languagesOf = (id: number): Language[] => {
  const rng = chance(id * 31 + 11)
  const others = rng.pick<Language[]>([[], [], [], [], ['en']])
  return [
    'es',
    ...others,
    ...(id % 23 === 0 ? rng.pick<Language[]>([['lsm'], ['fr'], ['nah'], ['yua']]) : []),
  ]
}

/** Places of work: up to three in their city that suit their trade. */
const settle = (
  draft: ProfessionalDraft,
  byDemo: Map<string, SpaceDraft[]>,
  spaces: readonly SpaceDraft[],
  counters: { service: number; agreement: number; tenants: number },
): Settled => {
  const rng = chance(draft.id * 52_711 + 9)
  const suits = trades[draft.trade].spaceTypes
  const near = suits.flatMap((type) => byDemo.get(`${draft.where.city}/${type}`) ?? [])
  const business = spaces[0]
  const chosen =
    draft.id === 1 && business !== undefined
      ? [business, ...near.filter((space) => space.id !== business.id).slice(0, 1)]
      : withBusiness(rng, rng.some(near, rng.whole(0, 3)), near, business)
          // A salon of six chairs has room for so many.
          .filter((space) => space !== business || ++counters.tenants <= maxTenants)
  const agreements = chosen.map((space) => ({
    id: ++counters.agreement,
    professionalId: draft.id,
    space,
    ratePerHourCents: Math.round((space.pricePerHourCents * rng.pick([100, 100, 95, 90])) / 100 / 100) * 100,
  }))
  return { draft, serviceIds: draft.offers.map(() => ++counters.service), agreements }
}

/** Beside the demo's stylist: two or three for each chair of the demo's salon, each on some days of the week. */
const maxTenants = 13

/** Every second stylist of that city works at the demo's salon, until it is full. */
const withBusiness = (
  rng: Chance,
  chosen: SpaceDraft[],
  near: readonly SpaceDraft[],
  business: SpaceDraft | undefined,
) =>
  business !== undefined && near.includes(business) && !chosen.includes(business) && rng.happens(0.5)
    ? [...chosen, business]
    : chosen

const spacesByCity = (spaces: readonly SpaceDraft[]) => {
  const map = new Map<string, SpaceDraft[]>()
  for (const space of spaces) {
    const key = `${space.where.city}/${space.type}`
    map.set(key, [...(map.get(key) ?? []), space])
  }
  return map
}

export const picture = (draft: ProfessionalDraft) =>
  draft.id % 17 === 0 ? null : `/pictures/person/${draft.woman ? 'w' : 'm'}${draft.id}.svg`

export const slug = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Readable on a printed card; no characters that look like digits. */
const stationCode = (unitId: number) => {
  const emails = Array.from('ABCDEFGHJKMNPQRSTUVWXYZ')
  const rng = chance(unitId * 997 + 13)
  return Array.from({ length: 3 }, () => rng.pick(emails)).join('') + String(rng.whole(100, 999))
}
