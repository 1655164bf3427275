/**
 * Fills an empty database with realistic demo data, the same for the same size and day: in one transaction, so that an interrupted start
 * begins again from nothing.
 */
import pg from 'pg'
import { hashPassword } from '#server/account/password.ts'
import type { Config } from '#server/platform/config.ts'
import type { Seed } from '#server/platform/environment.ts'
import type { Log } from '#server/platform/log.ts'
import { earned } from '#server/payment/standin/standin.ts'
import { writeAbsences } from '#server/seed/booking/absences.ts'
import { drawAppointments } from '#server/seed/booking/appointments.ts'
import { loadFast, withoutIndexes } from '#server/seed/bulk.ts'
import { writeClients } from '#server/seed/people/clients.ts'
import { writeConversations } from '#server/seed/conversations.ts'
import { writeDemandPrices } from '#server/seed/demand-prices.ts'
import { writeUnmetDemand } from '#server/seed/demand.ts'
import { writeSettings } from '#server/seed/settings.ts'
import { writeEquipment } from '#server/seed/equipment.ts'
import { writeGiftCards } from '#server/seed/booking/gift-cards.ts'
import { workshopId } from '#server/seed/booking/groups.ts'
import { writeHiring } from '#server/seed/hiring/hiring.ts'
import { writeBankDeposits } from '#server/seed/booking/bank-deposits.ts'
import { writeClasses, writeWorkshop } from '#server/seed/booking/classes.ts'
import { writeClosed, writeOwnBlocks } from '#server/seed/booking/closed.ts'
import { historyTables, writeHistory } from '#server/seed/booking/history.ts'
import { writeListingsUnderWay } from '#server/seed/people/listings.ts'
import { writeDeliveries } from '#server/seed/booking/deliveries.ts'
import { writeSaved } from '#server/seed/saved.ts'
import { writeInvitations } from '#server/seed/hiring/invitations.ts'
import { writeNotices } from '#server/seed/notices.ts'
import { writeReminders } from '#server/seed/booking/reminders.ts'
import { writePayoutAccounts } from '#server/seed/payout-accounts.ts'
import { writeProblems } from '#server/seed/booking/problems.ts'
import { writeProposals } from '#server/seed/booking/proposals.ts'
import { writeRescue } from '#server/seed/booking/rescues.ts'
import { writeRequests } from '#server/seed/booking/requests.ts'
import { writeViews } from '#server/seed/views.ts'
import { writeWaitlist } from '#server/seed/booking/waitlist.ts'
import { writeReservations } from '#server/seed/booking/reservations.ts'
import { peopleTables, type Size, writePeople } from '#server/seed/people/people.ts'
import { writePriceHistory } from '#server/seed/people/prices.ts'
import { writeTeam } from '#server/seed/hiring/team.ts'
import { writeVacancies } from '#server/seed/hiring/vacancies.ts'
import { writeSessionPacks } from '#server/seed/booking/session-packs.ts'
import { writeSeveral } from '#server/seed/booking/several.ts'
import { writeSpaceRules } from '#server/seed/space-rules.ts'
import { rate } from '#server/seed/booking/reviews.ts'

export const demoPassword = 'kalli-demo'
export const demoAccounts = [
  { email: 'clienta@kalli.test', about: 'reserva servicios' },
  { email: 'profesional@kalli.test', about: 'estilista en la Roma Norte' },
  { email: 'host@kalli.test', about: 'seis sillas en Casa Jacaranda' },
  { email: 'profesional7@kalli.test', about: 'masajista que también renta su cabina' },
  { email: 'admin@kalli.test', about: 'equipo de Kalli' },
] as const

export const seed = async (options: {
  url: string
  config: Config
  log: Log
  now?: Date
  say?: (text: string) => void
}) => {
  const size = sizeOf(options.config.seed)
  if (size === null) return
  const now = options.now ?? new Date()
  const say = options.say ?? (() => undefined)
  const client = new pg.Client({ connectionString: options.url })
  await client.connect()
  try {
    await client.query('begin')
    const endLoad = await loadFast(client)
    const passwordHash = await hashPassword(demoPassword)
    const { ids, settled } = await withoutIndexes(client, peopleTables, () =>
      writePeople(client, size, { now, passwordHash, secret: options.config.secret }, say),
    )
    await writeWorkshop(client, workshopId(settled))
    await writePriceHistory(client)
    await writeClients(client, size, ids, now)
    await withoutIndexes(client, historyTables, () =>
      writeHistory(
        client,
        ids,
        drawAppointments(settled, ids, size.clients, now.getTime()),
        now.getTime(),
        say,
      ),
    )
    // Without statistics the database would plan what follows for empty tables.
    await client.query(
      `analyze ${historyTables.join(', ')}, professionals, services, spaces, clients, schedules`,
    )
    await rate(client)
    await writeHiring(client, now.getTime(), options.config)
    await writeVacancies(client, now.getTime())
    await writeTeam(client, now.getTime())
    await writeInvitations(client, now.getTime())
    await writeNotices(client, now.getTime())
    await writeSaved(client, now)
    await writePayoutAccounts(client, now)
    await writeUnmetDemand(client, now)
    await writeSpaceRules(client, now)
    await writeDemandPrices(client, now)
    await project(client)
    await moveSequences(client)
    await writeListingsUnderWay(client, options.config, now)
    await writeEquipment(client)
    await writeSettings(client)
    await writeClasses(client, now)
    await writeSessionPacks(client, now)
    await writeClosed(client, now)
    await writeOwnBlocks(client, now)
    await writeReservations(client, now)
    await writeRequests(client, now)
    await writeProposals(client, now)
    await writeRescue(client, now)
    await writeWaitlist(client, options.config, now)
    await writeAbsences(client, now)
    await writeProblems(client, now)
    await writeSeveral(client, now)
    await writeConversations(client, now)
    await writeReminders(client, now)
    await writeDeliveries(client, now)
    await writeGiftCards(client, now, options.config.secret)
    await writeViews(client, now)
    await writeBankDeposits(client, now)
    await openLedger(client)
    await verify(client)
    // Before the search rebuilds its indexes, which is impossible with pending checks.
    await endLoad()
    await client.query('analyze professionals, services, spaces')
    await client.query('call search_remake()')
    await client.query('commit')
    await analyzeOthers(client)
  } finally {
    await client.end()
  }
}

const sizeOf = (seed: Seed): Size | null => {
  switch (seed.kind) {
    case 'none':
      return null
    case 'small':
      return { professionals: 60, spaces: 18, clients: 200 }
    case 'town':
      return { professionals: 2_500, spaces: 450, clients: 6_000 }
    case 'count': {
      const { professionals } = seed
      return {
        professionals,
        spaces: Math.min(20_000, Math.max(10, Math.round(professionals * 0.18))),
        clients: Math.min(6_000, professionals * 4),
      }
    }
  }
}

/** The projection of balances, which the trigger maintains from here on. */
const project = async (client: pg.Client) => {
  await client.query(`
    insert into balances select account, party_id, sum(amount_cents) from entries
    where party_id is not null group by 1, 2`)
}

/** The earnings and payouts of the demo data before the stand-in's books begin. */
const openLedger = async (client: pg.Client) => {
  await client.query(`
    insert into standin.opening select (select sum(amount_cents) from entries where account in (1010, 1020)) - ${earned}`)
}

/** Checks what the constraints would have required of every row. */
const verify = async (client: pg.Client) => {
  const { rows } = await client.query<{ problem: string }>(`
    select 'journal ' || journal_id || ' does not balance' as problem from entries
      -- Sums of 64-bit numbers are numeric, which takes several times as long; an amount that is too large is an error.
      group by journal_id having sum(amount_cents::integer) <> 0
    union all
    select 'booking ' || booking_id || ' keeps money of a client' from entries join journals on journals.id = journal_id
      join bookings on bookings.id = booking_id
      where account = 2010 and bookings.status in ('completed', 'closed') group by booking_id having sum(amount_cents::integer) <> 0
    union all
    select 'the balance of party ' || party_id || ' in account ' || account || ' is not what its entries say'
      from (select account, party_id, sum(amount_cents::integer) as amount_cents from entries where party_id is not null group by 1, 2) own
      full join balances using (account, party_id)
      where own.amount_cents is distinct from balances.amount_cents
    limit 5`)
  if (rows.length > 0)
    throw new Error(`the town does not add up: ${rows.map(({ problem }) => problem).join('; ')}`)
}

/** The tables that were not analyzed while they were filled. */
const analyzeOthers = async (client: pg.Client) => {
  const { rows } = await client.query<{ table: string }>(`
    select oid::regclass::text as table from pg_class
    where relkind = 'r' and reltuples < 0 and relnamespace in ('public'::regnamespace, 'standin'::regnamespace)`)
  if (rows.length > 0) await client.query(`analyze ${rows.map(({ table }) => table).join(', ')}`)
}

/** The seed assigned ids itself; the sequences continue after them. */
const moveSequences = async (client: pg.Client) => {
  for (const table of [
    'accounts',
    'resources',
    'services',
    'hosts',
    'businesses',
    'spaces',
    'agreements',
    'applications',
    'vacancies',
    'memberships',
    'claims',
    'journals',
    'reviews',
  ])
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select coalesce(max(id), 0) + 1 from ${table}), false)`,
    )
}
