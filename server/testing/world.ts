/**
 * One of everything that belongs to someone, and everybody who could ask for it: for the matrix of who is let in.
 * Each call of `world` makes a new salon and new things, so that what one call changes meets no other.
 */
import { randomUUID } from 'node:crypto'
import { sendMessage } from '#contract/conversation/conversation.ts'
import { addOutsideCalendar } from '#contract/availability/outside-calendar.ts'
import { deskBook } from '#contract/booking/desk/desk.ts'
import { buyGiftCard } from '#contract/booking/prepaid/gift-card.ts'
import { deskRent, deskRentQuote } from '#contract/booking/desk/desk-rent.ts'
import { offerHours } from '#contract/booking/rent/reservation.ts'
import type { Permission } from '#contract/team/member.ts'
import { boughtPack, heldHours, rentedHours, sellPacks } from '#server/testing/reservations.ts'
import {
  answersEach,
  booked,
  contactOf,
  held,
  proposedTo,
  requested,
  slotOn,
} from '#server/testing/bookings.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'

/** At the reception of the host's business, each with one permission; a member who cancels sees what they cancel. */
export const memberKinds = {
  'member who sees their own': ['see_own'],
  'member who sees all': ['see_all'],
  'member who charges': ['charge'],
  'member who cancels': ['see_all', 'cancel'],
  'member who reads reports': ['reports'],
} as const satisfies Record<string, readonly Permission[]>
export type MemberKind = keyof typeof memberKinds
export const isMemberKind = (who: string): who is MemberKind => Object.hasOwn(memberKinds, who)

/** Strangers first: what the owners' calls change can only be changed after. */
export const kinds = [
  'nobody',
  'client',
  'professional',
  'host',
  'dual as professional',
  'dual as host',
  'new administrator',
  'administrator',
  'member who sees their own',
  'member who sees all',
  'member who charges',
  'member who cancels',
  'member who reads reports',
  'owner client',
  'owner professional',
  'owner host',
] as const
export type Kind = (typeof kinds)[number]

type Member = { person: Person; membershipId: number }
export type World = {
  kalli: TestServer
  at: Awaited<ReturnType<typeof people.bookable>>
  persons: Record<Kind, Person>
  members: Record<MemberKind, Member>
  clientAccountId: number
}

/**
 * A salon, its stylist and her client, each with neighbours of the same kind who have nothing to do with them. Of another world's
 * people only those in `own` are made anew: the neighbours may serve many.
 */
export const world = async (
  kalli: TestServer,
  { lent, own = kinds }: { lent?: World; own?: readonly Kind[] } = {},
): Promise<World> => {
  const at = await people.bookable(kalli)
  const clientAccountId = await people.account(kalli)
  const person = (kind: Kind, make: () => Promise<Person>) =>
    lent === undefined || own.includes(kind) ? make() : Promise.resolve(lent.persons[kind])
  const neighbours = memo(() => people.bookable(kalli))
  const member = (kind: MemberKind) =>
    lent === undefined || own.includes(kind) ? memberOf(kalli, at, kind) : Promise.resolve(lent.members[kind])
  const members = {
    'member who sees their own': await member('member who sees their own'),
    'member who sees all': await member('member who sees all'),
    'member who charges': await member('member who charges'),
    'member who cancels': await member('member who cancels'),
    'member who reads reports': await member('member who reads reports'),
  } satisfies Record<MemberKind, Member>
  const persons: Record<Kind, Person> = {
    nobody: kalli.visitor(),
    client: await person('client', async () => people.signIn(kalli, await people.account(kalli))),
    professional: await person('professional', async () => (await neighbours()).professional.person),
    host: await person('host', async () => (await neighbours()).host.person),
    'dual as professional': await person('dual as professional', () => dual(kalli, 'professional')),
    'dual as host': await person('dual as host', () => dual(kalli, 'host')),
    'new administrator': await person('new administrator', async () =>
      people.signIn(kalli, await people.account(kalli, { roles: ['admin'] })),
    ),
    administrator: await person('administrator', () => administrator(kalli)),
    'member who sees their own': members['member who sees their own'].person,
    'member who sees all': members['member who sees all'].person,
    'member who charges': members['member who charges'].person,
    'member who cancels': members['member who cancels'].person,
    'member who reads reports': members['member who reads reports'].person,
    'owner client': await people.signIn(kalli, clientAccountId),
    'owner professional': at.professional.person,
    'owner host': at.host.person,
  }
  return { kalli, at, persons, members, clientAccountId }
}

const memo = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** Professional and host at once, without relations to others. */
export const dual = async (kalli: TestServer, active: 'professional' | 'host') => {
  const accountId = await people.account(kalli, {
    roles: [active, active === 'host' ? 'professional' : 'host'],
  })
  await people.professional(kalli, { accountId })
  await kalli.database.kysely
    .insertInto('hosts')
    .values({ account_id: accountId, verified: true, created_at: kalli.clock() })
    .execute()
  return people.signIn(kalli, accountId)
}

type Home = { host: { id: number }; space: { id: number } }

const memberOf = async (kalli: TestServer, at: Home, kind: MemberKind): Promise<Member> => {
  const accountId = await people.account(kalli)
  const values = { account_id: accountId, role: 'reception', permissions: [...memberKinds[kind]] }
  const membershipId = await membershipOf(kalli, at, values)
  return { person: await people.signIn(kalli, accountId), membershipId }
}

/** With the second step that an administrator must have. */
export const administrator = async (kalli: TestServer) => {
  const accountId = await people.account(kalli, { roles: ['admin'] })
  await kalli.database.kysely
    .insertInto('second_factors')
    .values({
      account_id: accountId,
      secret: Buffer.from('sealed'),
      created_at: kalli.clock(),
      confirmed_at: kalli.clock(),
    })
    .execute()
  return people.signIn(kalli, accountId)
}

const bookingOf = async ({ kalli, at, persons }: World) =>
  (await booked(kalli, at, { who: persons['owner client'], contact: contactOf() })).id

/** A booking about which its client has written one message, which has the booking's own number. */
const talkOf = async (world: World) => {
  const id = await bookingOf(world)
  await world.persons['owner client'].call(sendMessage, {
    params: { kind: 'booking', id },
    body: { id, text: '¿A qué hora llego?' },
  })
  return id
}

/** The one whose number an address of the matrix names. */
export const paperId = '0c0ffee0-0000-4000-8000-000000000001'

/** The one whose number an address of the matrix names. */
export const formId = 4_000_000

const paperOf = async (kalli: TestServer, spaceId: number, id: string) => {
  await kalli.database.kysely
    .insertInto('space_documents')
    .values({
      id,
      space_id: spaceId,
      kind: 'insurance',
      status: 'in_review',
      file_name: 'poliza.pdf',
      content_type: 'application/pdf',
      bytes: 10,
      created_at: kalli.clock(),
    })
    // The one of a fixed number goes from world to world.
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ space_id: spaceId }))
    .execute()
  return id
}

const reviewOf = async (world: World) => {
  const { id } = await world.kalli.database.kysely
    .insertInto('reviews')
    .values({
      booking_id: await bookingOf(world),
      subject: 'professional',
      professional_id: world.at.professional.id,
      score: 5,
      author_first_name: 'Lucía',
      created_at: world.kalli.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

let days = 0
/** From the fourteenth of December on, so that no two stays of one stylist meet. */
const nextDay = () => ({ date: `2026-12-${14 + (days++ % 15)}` })

const membershipOf = async (
  kalli: TestServer,
  at: Home,
  values: { account_id: number; professional_id?: number; role: string; permissions?: Permission[] },
) => {
  const { id } = await kalli.database.kysely
    .insertInto('memberships')
    .values({
      permissions: ['see_own', 'see_all', 'charge', 'cancel', 'reports'],
      ...values,
      host_id: at.host.id,
      space_id: at.space.id,
      name: 'Inés',
      email: `miembro${values.account_id}@example.test`,
      terms: '{}',
      status: 'active',
      invited_at: kalli.clock(),
      expires_at: kalli.clock(),
      joined_at: kalli.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** How each thing comes into the world; the answer is what an address calls it by. */
export const things = {
  /** Of none of the callers. */
  strangerAccount: ({ kalli }: World) => people.account(kalli),
  space: async ({ at }: World) => at.space.id,
  /** A space with a date on which it does not open. */
  spaceWithClosedDay: async ({ kalli, at }: World) => {
    await kalli.database.kysely
      .insertInto('schedule_exceptions')
      .values({ owner_kind: 'space', owner_id: at.space.id, date: '2026-12-01', windows: '[]' })
      .execute()
    return at.space.id
  },
  /** A paper that waits to be looked at. */
  spacePaper: async ({ kalli, at }: World) => paperOf(kalli, at.space.id, randomUUID()),
  spaceWithPaper: async ({ kalli, at }: World) => {
    await paperOf(kalli, at.space.id, paperId)
    return at.space.id
  },
  unit: async ({ at }: World) => at.space.units[0] ?? 0,
  outsideCalendar: async ({ at }: World) => {
    const answer = await at.host.person.call(addOutsideCalendar, {
      params: { id: at.space.units[0] ?? 0 },
      body: { address: 'https://calendario.test/comida.ics' },
    })
    return answer.body.id
  },
  ownBlock: async ({ kalli, at }: World) => {
    const { rows } = await kalli.database.pool.query(
      `with made as (insert into blocks (professional_id, kind, author_account_id, created_at) values ($1, 'block', $2, $3)
         returning id, professional_id)
       insert into claims (resource_id, during, state, block_id)
       select professional_id, tstzrange('2026-12-01T15:00:00Z', '2026-12-01T17:00:00Z'), 'firm', id from made returning block_id`,
      [at.professional.id, at.professional.accountId, kalli.clock()],
    )
    return Number(rows[0]?.block_id)
  },
  block: async ({ kalli, at }: World) => {
    const { rows } = await kalli.database.pool.query(
      `with made as (insert into blocks (unit_id, kind, author_account_id, created_at) values ($1, 'block', $2, $3) returning id, unit_id)
       insert into claims (resource_id, during, state, block_id)
       select unit_id, tstzrange('2026-12-01T15:00:00Z', '2026-12-01T17:00:00Z'), 'firm', id from made returning block_id`,
      [at.space.units[0], at.host.accountId, kalli.clock()],
    )
    return Number(rows[0]?.block_id)
  },
  closure: async ({ kalli, at }: World) => {
    const { rows } = await kalli.database.pool.query(
      `insert into closures (space_id, kind, during, author_account_id, created_at)
       values ($1, 'closure', tstzrange('2026-12-02T15:00:00Z', '2026-12-02T17:00:00Z'), $2, $3) returning id`,
      [at.space.id, at.host.accountId, kalli.clock()],
    )
    return Number(rows[0]?.id)
  },
  deskHold: async ({ at }: World) => {
    const slot = await slotOn(at.host.person, at)
    const answer = await at.host.person.call(deskBook, {
      body: { slotToken: slot.token, contact: contactOf() },
    })
    return answer.body.bookingId
  },
  deskRent: async ({ kalli, at }: World) => {
    await people.reachLevel(kalli, at.professional.accountId, 2)
    const { rows } = await kalli.database.pool.query<{ email: string }>(
      'select email from accounts where id = $1',
      [at.professional.accountId],
    )
    const body = {
      spaceId: at.space.id,
      contact: rows[0]?.email ?? '',
      startMinute: 600,
      minutes: 60,
      ...nextDay(),
    }
    const quoted = await at.host.person.call(deskRentQuote, { body })
    const held = await at.host.person.call(deskRent, { body: { token: quoted.body.token } })
    return held.body.bookingId
  },
  /** Made by the stylist for a client who has not answered. */
  proposedAppointment: async ({ at }: World) => (await proposedTo(at, contactOf())).id,
  /** The client waits for the stylist. */
  wish: async (world: World) => {
    await bookingOf(world)
    const { kalli, at, clientAccountId } = world
    const { rows } = await kalli.database.pool.query<{ id: string }>(
      `insert into waitlist_wishes (id, person, client_id, first_name, last_name, email, professional_id, service_id, from_date,
         to_date, parts, zone, state, asked_at, looked_at)
       select gen_random_uuid(), 'client:' || id, id, first_name, last_name, email, $1, $2, '2026-12-01', '2026-12-02', '{morning}',
         'America/Mexico_City', 'unconfirmed', $3, $3 from clients where account_id = $4
       returning id`,
      [at.professional.id, at.serviceId, kalli.clock(), clientAccountId],
    )
    return rows[0]?.id ?? ''
  },
  /** Four hours at the salon that the stylist paid beforehand; each another day. */
  reservation: async ({ at }: World) => (await rentedHours(at.professional.person, at, nextDay())).id,
  /** Of rented hours, contested, so that staff has to decide; its address names the rent. */
  deposit: async ({ kalli, at }: World) => {
    const { id } = await rentedHours(at.professional.person, at, nextDay())
    await kalli.database.pool.query('update bookings set deposit_cents = 100 where id = $1', [id])
    await kalli.database.pool.query(
      `insert into deposits (id, booking_id, professional_id, host_id, amount_cents, state, asked_at, held_at, claim_cents,
         claim_reason, claimed_at, contest_by, contest_text, contested_at)
       select gen_random_uuid(), id, professional_id, host_id, 100, 'contested', $2::timestamptz, $2::timestamptz, 100,
         'Un espejo roto.', $2::timestamptz, $2::timestamptz + interval '48 hours', 'Ya estaba así.', $2::timestamptz
       from bookings where id = $1`,
      [id, kalli.clock()],
    )
    return id
  },
  heldHours: async ({ at }: World) => (await heldHours(at.professional.person, at, nextDay())).id,
  hourPack: async ({ kalli, at }: World) => {
    await sellPacks(kalli, at.space.id, { transferable: false })
    return (await boughtPack(at.professional.person, at)).id
  },
  /** Offered to a colleague of the same salon. */
  transferOffer: async ({ kalli, at }: World) => {
    const rent = await rentedHours(at.professional.person, at, nextDay())
    const colleague = await people.professional(kalli)
    await people.agreement(kalli, colleague.id, at.space.id)
    const answer = await at.professional.person.call(offerHours, {
      params: { id: rent.id },
      body: { professionalId: colleague.id, version: rent.version },
    })
    return answer.body.transferOffer?.id ?? ''
  },
  business: async ({ at }: World) => at.host.businessId,
  agreement: async ({ at }: World) => at.agreementId,
  /** Sent by the stylist to another space of the same host. */
  application: async ({ kalli, at }: World) => {
    const elsewhere = await people.space(kalli, at.host)
    const { id } = await kalli.database.kysely
      .insertInto('applications')
      .values({
        professional_id: at.professional.id,
        space_id: elsewhere.id,
        host_id: at.host.id,
        status: 'sent',
        terms: JSON.stringify({ rent: { kind: 'per_hour', ratePerHourCents: 20_000 } }),
        open_place: 1,
        sent_at: kalli.clock(),
        expires_at: new Date(kalli.clock().getTime() + 7 * 86_400_000),
        created_at: kalli.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  /** The client helps at the host's reception, with every permission. */
  membership: ({ kalli, at, clientAccountId }: World) =>
    membershipOf(kalli, at, { account_id: clientAccountId, role: 'reception' }),
  /** The stylist has a place of the business, and rent to pay. */
  tenant: ({ kalli, at }: World) =>
    membershipOf(kalli, at, {
      account_id: at.professional.accountId,
      professional_id: at.professional.id,
      role: 'resident',
    }),
  /** A week's rent of the stylist to the host. */
  rentCharge: async ({ kalli, at }: World) => {
    const membershipId = await membershipOf(kalli, at, {
      account_id: at.professional.accountId,
      professional_id: at.professional.id,
      role: 'resident',
    })
    const [run, charge] = [randomUUID(), randomUUID()]
    await kalli.database.pool.query(
      `with run as (insert into rent_runs (id, host_id, period_from, period_to, made_by, made_at)
         values ($1, $2, '2026-11-16', '2026-11-22', $3, $4) returning id)
       insert into rent_charges (id, run_id, membership_id, host_id, professional_id, period, amount_cents, explanation, rates, status, charged_at)
       select $5, id, $6, $2, $7, '[2026-11-16,2026-11-23)', 100000, 'Una semana', '{}', 'due', $4 from run`,
      [run, at.host.id, at.host.accountId, kalli.clock(), charge, membershipId, at.professional.id],
    )
    return charge
  },
  /** On the street, at the host's space. */
  vacancy: async ({ kalli, at }: World) => {
    const { id } = await kalli.database.kysely
      .insertInto('vacancies')
      .values({
        host_id: at.host.id,
        space_id: at.space.id,
        status: 'published',
        title: 'Silla para colorista',
        category: 'hair',
        terms: JSON.stringify({ rent: { kind: 'per_hour', ratePerHourCents: 18_000 } }),
        created_at: kalli.clock(),
        published_at: kalli.clock(),
        expires_at: new Date(kalli.clock().getTime() + 30 * 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  /** From the host to the stylist, for another space. */
  invitation: async ({ kalli, at }: World) => {
    const elsewhere = await people.space(kalli, at.host)
    const id = randomUUID()
    await kalli.database.kysely
      .insertInto('invitations')
      .values({
        id,
        host_id: at.host.id,
        space_id: elsewhere.id,
        professional_id: at.professional.id,
        account_id: at.professional.accountId,
        status: 'sent',
        terms: JSON.stringify({
          rent: { kind: 'per_hour', ratePerHourCents: 16_000 },
          windows: null,
          categories: [],
          quotaMinutesPerWeek: null,
          autoAccept: true,
          trial: null,
          validFrom: null,
          validTo: null,
          noticeDays: 7,
        }),
        sent_at: kalli.clock(),
        sent_on: '2026-11-20',
        place_of_day: 1,
        expires_at: new Date(kalli.clock().getTime() + 14 * 86_400_000),
      })
      .execute()
    return id
  },
  portfolioItem: async ({ kalli, at }: World) => {
    const [id, picture] = [randomUUID(), randomUUID()]
    await kalli.database.kysely
      .insertInto('portfolio_pictures')
      .values({
        id: picture,
        professional_id: at.professional.id,
        width: 800,
        height: 1000,
        created_at: kalli.clock(),
      })
      .execute()
    await kalli.database.kysely
      .insertInto('portfolio_items')
      .values({
        id,
        professional_id: at.professional.id,
        position: 1,
        after_picture: picture,
        created_at: kalli.clock(),
      })
      .execute()
    return id
  },
  paper: async ({ kalli, at }: World) => {
    const id = randomUUID()
    await kalli.database.kysely
      .insertInto('documents')
      .values({
        id,
        owner_kind: 'professional',
        owner_id: at.professional.id,
        kind: 'license',
        status: 'in_review',
        file_key: `documents/${id}`,
        file_type: 'application/pdf',
        file_bytes: 100,
        uploaded_at: kalli.clock(),
      })
      .execute()
    return id
  },
  service: async ({ at }: World) => at.serviceId,
  /** Requested by no service. */
  form: async ({ kalli, at }: World) => {
    const { rows } = await kalli.database.pool.query<{ id: string }>(
      `insert into intake_forms (professional_id, title, sensitive, asked, questions, created_at)
       values ($1, 'Antes de tu cita', false, 'visit', '[]', $2) returning id`,
      [at.professional.id, kalli.clock()],
    )
    return Number(rows[0]?.id)
  },
  /** The first of a series of one. */
  repeatedVisit: async (world: World) => {
    const id = await bookingOf(world)
    const { pool } = world.kalli.database
    const series = randomUUID()
    await pool.query(`insert into booking_series (id, every, created_at) values ($1, '1w', $2)`, [
      series,
      world.kalli.clock(),
    ])
    await pool.query(
      'insert into booking_series_visits (booking_id, series_id, position) values ($1, $2, 1)',
      [id, series],
    )
    return id
  },
  visitWithForm: async (world: World) => {
    const { kalli, at } = world
    await kalli.database.pool.query(
      `insert into intake_forms (id, professional_id, title, sensitive, asked, questions, created_at) overriding system value
       values ($1, $2, 'Antes de tu cita', false, 'visit', '[]', $3)
       on conflict (id) do update set professional_id = excluded.professional_id`,
      [formId, at.professional.id, kalli.clock()],
    )
    await kalli.database.pool.query(
      'insert into intake_form_services (service_id, form_id) values ($1, $2) on conflict do nothing',
      [at.serviceId, formId],
    )
    return bookingOf(world)
  },
  booking: (world: World) => bookingOf(world),
  /** Of the stylist: who has a visit with her. */
  ownClient: async (world: World) => {
    const { rows } = await world.kalli.database.pool.query<{ id: string }>(
      'select client_id as id from bookings where id = $1',
      [await bookingOf(world)],
    )
    return Number(rows[0]?.id)
  },
  /** Waits for its stylist's answer, as nothing else of hers does. */
  request: async ({ kalli, at, persons }: World) => {
    await answersEach(at)
    const { id } = await requested(kalli, at, { who: persons['owner client'] })
    await answersEach(at, 'yes')
    return id
  },
  /** Contested, so that staff has to decide. */
  noShow: async ({ kalli, at, persons }: World) => {
    const { id } = await booked(kalli, at, { who: persons['owner client'] })
    const now = kalli.clock()
    await kalli.database.pool.query('delete from claims where booking_id = $1', [id])
    await kalli.database.pool.query(
      `update bookings set status = 'client_no_show', version = version + 1, professional_arrived_at = $2,
         professional_arrival_method = 'station_code' where id = $1`,
      [id, now],
    )
    await kalli.database.pool.query(
      `insert into no_shows (booking_id, absent, said_by, state, fee_cents, marked_at, contest_by, evidence, contested_at)
       values ($1, 'client', 'professional', 'contested', 100, $2::timestamptz, $2::timestamptz + interval '24 hours', 'Estuve ahí.', $2::timestamptz)`,
      [id, now],
    )
    return id
  },
  /** Reported by the client, answered, so that staff has to decide. */
  dispute: async ({ kalli, at, persons }: World) => {
    const { id } = await booked(kalli, at, { who: persons['owner client'] })
    const now = kalli.clock()
    await kalli.database.pool.query(
      `update bookings set status = 'in_progress', version = version + 1, checked_in_at = $2 where id = $1`,
      [id, now],
    )
    const { rows } = await kalli.database.pool.query<{ id: string }>(
      `insert into disputes (id, booking_id, opened_by, respondent, subject, line, line_cents, state, statement, opened_at, answer_by)
       values (gen_random_uuid(), $1, 'client', 'professional', 'not_as_agreed', 'service', 100, 'waiting', 'Faltó una parte.',
         $2::timestamptz, $2::timestamptz + interval '48 hours') returning id`,
      [id, now],
    )
    return rows[0]?.id ?? ''
  },
  /** A bank took back what the client had paid. */
  chargeback: async (world: World) => {
    const { kalli } = world
    const { rows } = await kalli.database.pool.query<{ id: string }>(
      `insert into chargebacks (id, payment_id, booking_id, provider, external_id, reason, amount_cents, fee_cents, fee_iva_cents,
         state, opened_at, respond_by)
       select gen_random_uuid(), id, booking_id, provider, gen_random_uuid()::text, 'fraud', 100, 0, 0, 'open', $2::timestamptz,
         $2::timestamptz + interval '7 days'
       from payments where booking_id = $1 returning id`,
      [await bookingOf(world), kalli.clock()],
    )
    return rows[0]?.id ?? ''
  },
  /** A bank sent a refund of it back twice. */
  failedRefund: async (world: World) => {
    const { rows } = await world.kalli.database.pool.query<{ id: string }>(
      `with paid as (update payments set status = 'captured', captured_cents = 100, amount_cents = 100, refund_sent_cents = 100,
           refund_failed_cents = 100 where booking_id = $1 returning id)
       insert into failed_refunds (id, payment_id, number, amount_cents, seen_at, state)
       select gen_random_uuid(), id, 1, 100, $2::timestamptz, 'waiting' from paid returning id`,
      [await bookingOf(world), world.kalli.clock()],
    )
    return rows[0]?.id ?? ''
  },
  /** Of the stylist, published; each of another visit, though a visit has one of each part. */
  review: (world: World) => reviewOf(world),
  reviewReport: async (world: World) => {
    const { id } = await world.kalli.database.kysely
      .insertInto('review_reports')
      .values({
        review_id: await reviewOf(world),
        reason: 'other',
        note: '',
        created_at: world.kalli.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  /** A review of a client's that was answered, by its booking. */
  answered: async (world: World) => {
    const { booking_id } = await world.kalli.database.kysely
      .updateTable('reviews')
      .set({ state: 'published', reply: 'Gracias.', replied_at: world.kalli.clock() })
      .where('id', '=', await reviewOf(world))
      .returning('booking_id')
      .executeTakeFirstOrThrow()
    return booking_id
  },
  /** The stylist, blocked by the client: the number of their account. */
  blocked: async ({ kalli, at, clientAccountId }: World) => {
    const { account_id } = await kalli.database.kysely
      .selectFrom('professionals')
      .select('account_id')
      .where('id', '=', at.professional.id)
      .executeTakeFirstOrThrow()
    await kalli.database.kysely
      .insertInto('conversation_blocks')
      .values({ blocker_id: clientAccountId, blocked_id: account_id, created_at: kalli.clock() })
      .execute()
    return account_id
  },
  talk: (world: World) => talkOf(world),
  messageReport: async (world: World) => {
    const { id } = await world.kalli.database.kysely
      .insertInto('conversation_reports')
      .values({
        message_id: await talkOf(world),
        side: 'professional',
        reason: 'other',
        created_at: world.kalli.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  giftCard: async ({ persons }: World) => {
    const bought = await persons['owner client'].call(buyGiftCard, {
      body: {
        wish: crypto.randomUUID(),
        amountCents: 30_000,
        from: 'Lucía',
        to: 'Inés',
        message: '',
        delivery: { by: 'hand' },
        cardToken: 'tok_ok',
      },
    })
    return bought.body.id
  },
  hold: async ({ at, persons }: World) => (await held(persons['owner client'], at)).id,
  payment: async (world: World) => {
    const { id } = await world.kalli.database.kysely
      .selectFrom('payments')
      .select('id')
      .where('booking_id', '=', await bookingOf(world))
      .executeTakeFirstOrThrow()
    return id
  },
  notification: async ({ kalli, clientAccountId }: World) => {
    const { id } = await kalli.database.kysely
      .insertInto('notifications')
      .values({
        account_id: clientAccountId,
        type: 'other',
        title: 'Una noticia',
        message: 'Solo para quien la recibe.',
        about_kind: 'appointments',
        created_at: kalli.clock(),
        dedupe_key: randomUUID(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  pushDevice: async ({ kalli, clientAccountId }: World) => {
    const row = await kalli.database.kysely
      .insertInto('push_devices')
      .values({
        account_id: clientAccountId,
        endpoint: `standin:${randomUUID()}`,
        public_key: '',
        auth: '',
        label: 'Chrome en Android',
        created_at: kalli.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },
  session: async ({ kalli, clientAccountId }: World) => {
    const { handle } = await kalli.database.kysely
      .selectFrom('sessions')
      .select('handle')
      .where('account_id', '=', clientAccountId)
      .executeTakeFirstOrThrow()
    return handle
  },
  classService: ({ kalli, at }: World) => classOf(kalli, at.professional.id),
  /** At the stylist's own place, a week on. */
  class: async ({ kalli, at }: World) => {
    const serviceId = await classOf(kalli, at.professional.id)
    const start = new Date(kalli.clock().getTime() + 7 * 86_400_000)
    const { rows } = await kalli.database.pool.query<{ id: string }>(
      `insert into class_sessions (id, run_id, professional_id, service_id, starts_at, ends_at, zone, capacity, created_at)
       values (gen_random_uuid(), gen_random_uuid(), $1, $2, $3, $3::timestamptz + interval '1 hour', 'America/Mexico_City', 5, $4)
       returning id`,
      [at.professional.id, serviceId, start, kalli.clock()],
    )
    return rows[0]?.id ?? ''
  },
  /** Stored for the next visit. */
  coupon: async ({ kalli, at }: World) => {
    const { id } = await kalli.database.kysely
      .insertInto('coupons')
      .values({
        professional_id: at.professional.id,
        code: `C${randomUUID().slice(0, 8).toUpperCase()}`,
        percent_bp: 1000,
        created_at: kalli.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  companion: async ({ kalli, clientAccountId }: World) => {
    const { id } = await kalli.database.kysely
      .insertInto('companions')
      .values({
        account_id: clientAccountId,
        place: 1,
        first_name: 'Leo',
        is_minor: true,
        created_at: kalli.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  keptCard: async ({ kalli, clientAccountId }: World) => {
    const { id } = await kalli.database.kysely
      .insertInto('kept_cards')
      .values({
        id: randomUUID(),
        account_id: clientAccountId,
        provider: 'standin',
        card_ref: `card_ok_visa_4242_${randomUUID().slice(0, 8)}`,
        brand: 'visa',
        last4: '4242',
        expires: null,
        kept_at: kalli.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  dataCopy: async ({ kalli, clientAccountId }: World) => {
    const { id } = await kalli.database.kysely
      .insertInto('data_copies')
      .values({
        id: randomUUID(),
        account_id: clientAccountId,
        asked_at: kalli.clock(),
        ready_at: kalli.clock(),
        content: Buffer.from(''),
        expires_at: new Date(kalli.clock().getTime() + 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
} satisfies Record<string, (world: World) => Promise<string | number>>
export type Thing = keyof typeof things

const classOf = async (kalli: TestServer, professionalId: number) => {
  const id = await people.service(kalli, professionalId, { name: 'Yoga' })
  await kalli.database.pool.query('update services set class_capacity = 5, online = true where id = $1', [id])
  return id
}
