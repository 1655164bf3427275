/** Spaces of the host: their documents, hours, calendars and closed times. Each returns what an address identifies it by. */
import { randomUUID } from 'node:crypto'
import { addOutsideCalendar } from '#contract/availability/outside-calendar.ts'
import { connectGoogle } from '#server/testing/calendar-consent.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import type { World } from '#server/testing/world.ts'

/** The document whose id an address of the matrix names. */
export const documentId = '0c0ffee0-0000-4000-8000-000000000001'

const documentOf = async (kalli: TestServer, spaceId: number, id: string) => {
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
    // The one with the fixed id moves from world to world.
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ space_id: spaceId }))
    .execute()
  return id
}

/** A Google account of the professional's, connected over the stand-in; again for each use, since it may have been disconnected. */
const connectedOf = async ({ kalli, at }: World) => {
  await connectGoogle(at.professional.person, {
    email: `agenda${at.professional.id}@gmail.test`,
    reach: 'own',
  })
  return primaryOf(kalli, 'professional_id', at.professional.id)
}

/** One of the host's for their units. */
const unitsConnectedOf = async ({ kalli, at }: World) => {
  await connectGoogle(at.host.person, {
    email: `sillas${at.host.id}@gmail.test`,
    reach: 'theirs',
    forUnits: true,
  })
  return primaryOf(kalli, 'host_id', at.host.id)
}

const primaryOf = async (kalli: TestServer, owner: 'professional_id' | 'host_id', id: number) => {
  const { rows } = await kalli.database.pool.query(
    `select account.id, calendar.id as calendar from calendar_accounts account
     join connected_calendars calendar on calendar.account_id = account.id and calendar.is_primary
     where account.${owner} = $1`,
    [id],
  )
  return { id: Number(rows[0]?.id), calendarId: Number(rows[0]?.calendar) }
}

/** An event of ours that its owner deleted in their calendar. */
const deletedThere = async (
  kalli: TestServer,
  { id, calendarId }: { id: number; calendarId: number },
  ref: string,
) => {
  const { pool } = kalli.database
  await pool.query(
    `insert into written_events (account_id, ref, calendar_id, event_id, digest, starts_at, ends_at)
     values ($1, $2, $3, 'kalli1', 'a', '2026-12-01T15:00:00Z', '2026-12-01T17:00:00Z') on conflict do nothing`,
    [id, ref, calendarId],
  )
  await pool.query(`delete from calendar_differences where account_id = $1`, [id])
  const { rows } = await pool.query(
    `insert into calendar_differences (id, account_id, ref, kind, digest, state, found_at)
     values (gen_random_uuid(), $1, $2, 'deleted', 'a', 'open', $3) returning id`,
    [id, ref, kalli.clock()],
  )
  return String(rows[0]?.id)
}

/** Each at another hour. */
let blocks = 0

export const spaces = {
  space: async ({ at }: World) => at.space.id,
  /** A space with a date on which it is closed. */
  spaceWithClosedDay: async ({ kalli, at }: World) => {
    await kalli.database.kysely
      .insertInto('schedule_exceptions')
      .values({ owner_kind: 'space', owner_id: at.space.id, date: '2026-12-01', windows: '[]' })
      .execute()
    return at.space.id
  },
  /** A document pending review. */
  spacePaper: async ({ kalli, at }: World) => documentOf(kalli, at.space.id, randomUUID()),
  spaceWithPaper: async ({ kalli, at }: World) => {
    await documentOf(kalli, at.space.id, documentId)
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
  calendarAccount: async (world: World) => (await connectedOf(world)).id,
  connectedCalendar: async (world: World) => (await connectedOf(world)).calendarId,
  /** An event of the professional's that she deleted in her calendar. */
  calendarDifference: async (world: World) => deletedThere(world.kalli, await connectedOf(world), 'block-1'),
  unitAccount: async (world: World) => (await unitsConnectedOf(world)).id,
  unitCalendarDifference: async (world: World) => {
    const { kalli, at } = world
    const { rows } = await kalli.database.pool.query(
      `with made as (insert into blocks (unit_id, kind, author_account_id, created_at) values ($1, 'block', $2, $3) returning id, unit_id)
       insert into claims (resource_id, during, state, block_id)
       select unit_id, tstzrange($4::timestamptz, $4::timestamptz + interval '1 hour'), 'firm', id from made returning block_id`,
      [at.space.units[0], at.host.accountId, kalli.clock(), new Date(Date.UTC(2027, 0, 1, ++blocks))],
    )
    return deletedThere(kalli, await unitsConnectedOf(world), `unit-block-${rows[0]?.block_id}`)
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
  business: async ({ at }: World) => at.host.businessId,
}
