/**
 * Named people and their things, inserted straight into the database as a starting point for tests. Defaults are a stylist in Roma Norte
 * and a salon with two chairs, open 9 to 19 all week.
 */
import { sql } from 'kysely'
import { sessionCookie } from '#server/account/session.ts'
import { cookieName } from '#server/platform/http/origin.ts'
import { secretToken, hashToken } from '#server/platform/tokens.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import type { Person } from '#server/testing/person.ts'

let serial = 0
const next = () => ++serial

/** Signed in without a password: the cookie of an existing session. */
export const signIn = async (kalli: TestServer, accountId: number): Promise<Person> => {
  const person = kalli.visitor()
  const token = secretToken()
  await kalli.database.kysely
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      created_at: kalli.clock(),
      seen_at: kalli.clock(),
      expires_at: new Date(kalli.clock().getTime() + 400 * 86_400_000),
    })
    .execute()
  person.jar.set(cookieName(sessionCookie, kalli.config.production), token)
  return person
}

export const account = async (
  kalli: TestServer,
  values: { firstName?: string; lastName?: string; email?: string; roles?: string[] } = {},
) => {
  const roles = values.roles ?? ['client']
  const row = await kalli.database.kysely
    .insertInto('accounts')
    .values({
      email: values.email ?? `persona${next()}@example.test`,
      first_name: values.firstName ?? 'Lucía',
      last_name: values.lastName ?? 'Hernández',
      role: roles[0] ?? 'client',
      active_role: roles[0] ?? 'client',
      available_roles: roles,
      created_at: kalli.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** As after codes and a check, which are skipped here: sets only the facts, bypassing the trigger that requires them. */
export const reachLevel = (kalli: TestServer, accountId: number, level: 0 | 1 | 2 | 3) =>
  kalli.database.kysely.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await db
      .updateTable('accounts')
      .set({
        phone: sql`coalesce(phone, '+5255' || (20000000 + id))`,
        phone_confirmed_at: level >= 1 ? kalli.clock() : null,
        email_confirmed_at: level >= 2 ? kalli.clock() : null,
        biometric_verified: level === 3,
      })
      .where('id', '=', accountId)
      .execute()
  })

const resource = async (kalli: TestServer, kind: 'professional' | 'unit' | 'client') => {
  const row = await kalli.database.kysely
    .insertInto('resources')
    .values({ kind })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const place = {
  municipality_id: 9015,
  city: 'Cuauhtémoc',
  state: 'Ciudad de México',
  neighbourhood: 'Roma Norte',
  latitude: 19.4194,
  longitude: -99.1617,
  zone: 'America/Mexico_City',
}

/** The position that the phone of a person at the place reports. */
export const here = { latitude: place.latitude, longitude: place.longitude, accuracy: 20 }

const everyDay = (fromMinute: number, toMinute: number) =>
  JSON.stringify([1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute, toMinute })))

export const hours = (
  kalli: TestServer,
  ownerKind: 'professional' | 'space',
  ownerId: number,
  fromMinute = 540,
  toMinute = 1140,
) =>
  kalli.database.kysely
    .insertInto('schedules')
    .values({ owner_kind: ownerKind, owner_id: ownerId, weekly: everyDay(fromMinute, toMinute) })
    .execute()

export const professional = async (
  kalli: TestServer,
  values: { firstName?: string; ownPlace?: boolean; zone?: string; accountId?: number } = {},
) => {
  const firstName = values.firstName ?? 'Ana'
  const accountId =
    values.accountId ?? (await account(kalli, { firstName, lastName: 'Rojas', roles: ['professional'] }))
  const id = await resource(kalli, 'professional')
  await kalli.database.kysely
    .insertInto('professionals')
    .values({
      ...place,
      zone: values.zone ?? place.zone,
      id,
      account_id: accountId,
      slug: `ana-rojas-${id}`,
      first_name: firstName,
      last_name: 'Rojas',
      bio: 'Colorista y estilista.',
      categories: ['hair'],
      specialties: ['Balayage'],
      address: 'Colima 200',
      has_own_place: values.ownPlace ?? false,
      verified: true,
      status: 'published',
      created_at: kalli.clock(),
    })
    .execute()
  await hours(kalli, 'professional', id)
  return { id, accountId, person: await signIn(kalli, accountId) }
}

export const service = async (
  kalli: TestServer,
  professionalId: number,
  values: {
    name?: string
    priceCents?: number
    durationMinutes?: number
    bufferAfterMinutes?: number
    noticeMinutes?: number
    stepMinutes?: number
    policyTier?: string
  } = {},
) => {
  const row = await kalli.database.kysely
    .insertInto('services')
    .values({
      professional_id: professionalId,
      name: values.name ?? 'Corte y peinado',
      category: 'hair',
      duration_minutes: values.durationMinutes ?? 90,
      buffer_after_minutes: values.bufferAfterMinutes ?? 0,
      price_cents: values.priceCents ?? 100_000,
      notice_minutes: values.noticeMinutes ?? 60,
      step_minutes: values.stepMinutes ?? 30,
      policy_tier: values.policyTier ?? 'fair',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kalli.database.kysely
    .updateTable('professionals')
    .set({ from_price_cents: values.priceCents ?? 100_000 })
    .where('id', '=', professionalId)
    .execute()
  return row.id
}

/** An account for payouts; without one a host's spaces cannot be booked. */
const payout = (kalli: TestServer) => ({
  clabe: Buffer.from('sealed'),
  clabe_end: '5672',
  clabe_holder: 'Marta Salas',
  clabe_at: kalli.clock(),
})

export const host = async (kalli: TestServer, values: { businessName?: string } = {}) => {
  const accountId = await account(kalli, { firstName: 'Marta', lastName: 'Salas', roles: ['host'] })
  const row = await kalli.database.kysely
    .insertInto('hosts')
    .values({ account_id: accountId, verified: true, created_at: kalli.clock(), ...payout(kalli) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const business = await kalli.database.kysely
    .insertInto('businesses')
    .values({ host_id: row.id, slug: `casa-salas-${row.id}`, name: values.businessName ?? 'Casa Salas' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: row.id, accountId, businessId: business.id, person: await signIn(kalli, accountId) }
}

export const space = async (
  kalli: TestServer,
  owner: { id: number; businessId: number },
  values: { units?: number; pricePerHourCents?: number; cleaningMinutes?: number; rentPolicy?: string } = {},
) => {
  const row = await kalli.database.kysely
    .insertInto('spaces')
    .values({
      ...place,
      business_id: owner.businessId,
      host_id: owner.id,
      slug: `silla-${next()}-${owner.id}`,
      name: 'Sillas de la calle Colima',
      space_type: 'chair',
      capacity: values.units ?? 2,
      address: 'Colima 200, planta baja',
      price_per_hour_cents: values.pricePerHourCents ?? 20_000,
      cleaning_minutes: values.cleaningMinutes ?? 0,
      rent_policy: values.rentPolicy ?? 'normal',
      status: 'published',
      created_at: kalli.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const units: number[] = []
  for (let number = 1; number <= (values.units ?? 2); number += 1) {
    const id = await resource(kalli, 'unit')
    await kalli.database.kysely
      .insertInto('units')
      .values({ id, space_id: row.id, number, name: `Silla ${number}`, station_code: `S${id}` })
      .execute()
    units.push(id)
  }
  await hours(kalli, 'space', row.id)
  return { id: row.id, units }
}

export const agreement = async (
  kalli: TestServer,
  professionalId: number,
  spaceId: number,
  values: { ratePerHourCents?: number } = {},
) => {
  const row = await kalli.database.kysely
    .insertInto('agreements')
    .values({
      professional_id: professionalId,
      space_id: spaceId,
      status: 'active',
      rate_per_hour_cents: values.ratePerHourCents ?? 20_000,
      valid_from: new Date('2026-01-01T06:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A stylist who works at a salon by agreement, ready to be booked. */
export const bookable = async (
  kalli: TestServer,
  values: Parameters<typeof service>[2] & { units?: number } = {},
) => {
  const who = await professional(kalli)
  const owner = await host(kalli)
  const where = await space(kalli, owner, { units: values.units ?? 2 })
  const agreementId = await agreement(kalli, who.id, where.id)
  const serviceId = await service(kalli, who.id, values)
  return { professional: who, host: owner, space: where, agreementId, serviceId }
}

/** The ledger's trial balance: always zero. */
export const trialBalance = async (kalli: TestServer) => {
  const { rows } = await sql<{
    total: number
  }>`select coalesce(sum(amount_cents), 0)::bigint as total from entries`.execute(kalli.database.kysely)
  return rows[0]?.total ?? 0
}
