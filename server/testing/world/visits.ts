/** Visits of the client with the stylist, and pending decisions about one. Each returns what an address identifies it by. */
import { randomUUID } from 'node:crypto'
import { deskBook } from '#contract/booking/desk/desk.ts'
import {
  answersEach,
  booked,
  contactOf,
  held,
  proposedTo,
  requested,
  slotOn,
} from '#server/testing/bookings.ts'
import type { World } from '#server/testing/world.ts'

/** The form whose id an address of the matrix names. */
export const formId = 4_000_000

export const bookingOf = async ({ kalli, at, persons }: World) =>
  (await booked(kalli, at, { who: persons['owner client'], contact: contactOf() })).id

export const visits = {
  deskHold: async ({ at }: World) => {
    const slot = await slotOn(at.host.person, at)
    const answer = await at.host.person.call(deskBook, {
      body: { slotToken: slot.token, contact: contactOf() },
    })
    return answer.body.bookingId
  },
  /** Made by the stylist for a client who has not answered. */
  proposedAppointment: async ({ at }: World) => (await proposedTo(at, contactOf())).id,
  /** The client waits for the stylist. */
  waitlistEntry: async (world: World) => {
    await bookingOf(world)
    const { kalli, at, clientAccountId } = world
    const { rows } = await kalli.database.pool.query<{ id: string }>(
      `insert into waitlist_entries (id, person, client_id, first_name, last_name, email, professional_id, service_id, from_date,
         to_date, parts, zone, state, requested_at, looked_at)
       select gen_random_uuid(), 'client:' || id, id, first_name, last_name, email, $1, $2, '2026-12-01', '2026-12-02', '{morning}',
         'America/Mexico_City', 'unconfirmed', $3, $3 from clients where account_id = $4
       returning id`,
      [at.professional.id, at.serviceId, kalli.clock(), clientAccountId],
    )
    return rows[0]?.id ?? ''
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
      `insert into intake_forms (id, professional_id, title, sensitive, timing, questions, created_at) overriding system value
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
  /** The stylist's: a client who has a visit with her. */
  ownClient: async (world: World) => {
    const { rows } = await world.kalli.database.pool.query<{ id: string }>(
      'select client_id as id from bookings where id = $1',
      [await bookingOf(world)],
    )
    return Number(rows[0]?.id)
  },
  /** Two clients that the stylist entered by hand, with consecutive ids. */
  enteredClient: (world: World) => enteredPair(world),
  /** Of a client whom the stylist entered: the note `workNoteId`. */
  workNote: async (world: World) => {
    const id = await enteredPair(world)
    await world.kalli.database.pool.query(
      `insert into client_work_notes (id, professional_id, card_id, template, done_on, sealed, key_id, is_shared, created_at, updated_at)
       values ($1, $2, $3, 'color', '2026-11-20', '\\x00', '0000000000000000', false, $4, $4)
       on conflict (id) do update set professional_id = excluded.professional_id, card_id = excluded.card_id, version = 1`,
      [workNoteId, world.at.professional.id, id, world.kalli.clock()],
    )
    return id
  },
  /** Of a client whom the stylist entered: the photo `workNoteId`. */
  workPhoto: async (world: World) => {
    const id = await enteredPair(world)
    const { pool } = world.kalli.database
    const consentId = await consentOf(world, id)
    await pool.query(
      `insert into work_photos (id, consent_id, taken_on, width, height, created_at) values ($1, $2, '2026-11-20', 64, 64, $3)
       on conflict (id) do update set consent_id = excluded.consent_id`,
      [workNoteId, consentId, world.kalli.clock()],
    )
    return id
  },
  /** The consent of the stylist's client to photos. */
  photoConsent: async (world: World) => {
    const { pool } = world.kalli.database
    const { rows } = await pool.query<{ id: string }>('select client_id as id from bookings where id = $1', [
      await bookingOf(world),
    ])
    const clientId = Number(rows[0]?.id)
    await pool.query(
      `insert into client_cards (professional_id, id, client_id, created_at, updated_at) values ($1, $2, $2, $3, $3) on conflict do nothing`,
      [world.at.professional.id, clientId, world.kalli.clock()],
    )
    return consentOf(world, clientId)
  },
  /** Of a client whom the stylist entered: she wrote to them by WhatsApp. */
  winBack: async (world: World) => {
    const id = await enteredPair(world)
    await world.kalli.database.pool.query(
      `insert into win_back_messages (id, professional_id, card_id, way, message, pause)
       values (gen_random_uuid(), $1, $2, 'whatsapp', 'Ya toca.', tstzrange($3::timestamptz, $3::timestamptz + interval '30 days'))`,
      [world.at.professional.id, id, world.kalli.clock()],
    )
    return id
  },
  clientImport: async ({ kalli, at }: World) => {
    const { rows } = await kalli.database.pool.query<{ id: string }>(
      `insert into client_imports (id, professional_id, origin, digest, added, filled, created_at)
       values (gen_random_uuid(), $1, 'csv', sha256(gen_random_uuid()::text::bytea), 0, 0, $2) returning id`,
      [at.professional.id, kalli.clock()],
    )
    return rows[0]?.id ?? ''
  },
  mergedClient: async (world: World) => {
    const id = await enteredPair(world)
    await world.kalli.database.pool.query('update client_cards set merged_into = $1 where id = $2', [
      id,
      id + 1,
    ])
    return id
  },
  /** Waits for its stylist's answer, unlike her other visits. */
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
      `with came as (insert into attendances (booking_id, professional_arrived_at, professional_arrival_method)
         values ($1, $2, 'station_code'))
       update bookings set status = 'client_no_show', version = version + 1 where id = $1`,
      [id, now],
    )
    await kalli.database.pool.query(
      `insert into no_shows (booking_id, absent, reported_by, state, fee_cents, marked_at, contest_by, evidence, contested_at)
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
      `with came as (insert into attendances (booking_id, checked_in_at) values ($1, $2))
       update bookings set status = 'in_progress', version = version + 1 where id = $1`,
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
  hold: async ({ at, persons }: World) => (await held(persons['owner client'], at)).id,
}

const consentOf = async ({ kalli, at }: World, cardId: number) => {
  const { pool } = kalli.database
  const who = [at.professional.id, cardId]
  await pool.query(
    `delete from work_photos where consent_id in (select id from work_photo_consents where professional_id = $1 and card_id = $2)`,
    who,
  )
  await pool.query('delete from work_photo_consents where professional_id = $1 and card_id = $2', who)
  const { rows } = await pool.query<{ id: string }>(
    `insert into work_photo_consents (id, professional_id, card_id, sentence, consented_at, recorded_by)
     values (gen_random_uuid(), $1, $2, 'Acepto.', $3, $4) returning id`,
    [...who, kalli.clock(), at.professional.accountId],
  )
  return rows[0]?.id ?? ''
}

const enteredPair = async ({ kalli, at }: World) => {
  const { rows } = await kalli.database.pool.query<{ id: string }>(
    `with first as (select nextval(pg_get_serial_sequence('resources', 'id')) as id, setval(pg_get_serial_sequence('resources', 'id'),
       currval(pg_get_serial_sequence('resources', 'id')) + 1) as next)
     insert into client_cards (professional_id, id, first_name, created_at, updated_at)
     select $1, unnest(array[id, next]), 'Lupe', $2, $2 from first returning id`,
    [at.professional.id, kalli.clock()],
  )
  return Math.min(...rows.map(({ id }) => Number(id)))
}

export const workNoteId = '019aa000-0000-7000-8000-00000000c1ad'
