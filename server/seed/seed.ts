/**
 * Fills an empty database with one believable town, the same for the same size and day: in one
 * transaction, so that a start that was cut off begins again from nothing.
 */
import pg from 'pg'
import type { Config, Seed } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import { writeClients } from '#server/seed/clients.ts'
import { type Size, writePeople } from '#server/seed/people.ts'

export const demoPassword = 'kalli-demo'
export const demoAccounts = [
  { email: 'clienta@kalli.test', who: 'reserva servicios' },
  { email: 'profesional@kalli.test', who: 'estilista en la Roma Norte' },
  { email: 'host@kalli.test', who: 'seis sillas en Casa Jacaranda' },
  { email: 'admin@kalli.test', who: 'equipo de Kalli' },
] as const

export const seed = async (options: { url: string; config: Config; log: Log; now?: Date; say?: (text: string) => void }) => {
  const size = sizeOf(options.config.seed)
  if (size === null) return
  const now = options.now ?? new Date()
  const say = options.say ?? (() => undefined)
  const client = new pg.Client({ connectionString: options.url })
  await client.connect()
  try {
    await client.query('begin')
    await loadFast(client)
    const { ids } = await writePeople(client, size, { now, passwordHash: '' }, say)
    await writeClients(client, size, ids, now)
    await moveSequences(client)
    await client.query('commit')
    await client.query('analyze')
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
      return { professionals, spaces: Math.min(20_000, Math.max(10, Math.round(professionals * 0.18))), clients: Math.min(6_000, professionals * 4) }
    }
  }
}

/**
 * The rows are made by rules that the constraints check one by one; a superuser loads them without, and
 * `verify` asks the same questions of the whole at the end.
 */
const loadFast = async (client: pg.Client) => {
  await client.query(`set local synchronous_commit = off`)
  const { rows } = await client.query<{ super: boolean }>(`select rolsuper as super from pg_roles where rolname = current_user`)
  if (rows[0]?.super === true) await client.query(`set local session_replication_role = replica`)
}

/** Ids were given out by the seed; the next ones come after. */
const moveSequences = async (client: pg.Client) => {
  for (const table of ['accounts', 'resources', 'services', 'hosts', 'businesses', 'spaces', 'agreements', 'claims', 'journals', 'reviews'])
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select coalesce(max(id), 0) + 1 from ${table}), false)`)
}
