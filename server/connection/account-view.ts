/** Connected accounts as their owner sees them: their state, and the use of each of their calendars. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AccountState, ConnectedAccount } from '#contract/connection/connection.ts'
import { providerWords } from '#contract/platform/calendar-provider.ts'
import type { Calendar } from '#server/connection/calendars.ts'
import { isOf, type Owner } from '#server/connection/owner.ts'
import { nameOf, providerOf, type ProviderName } from '#server/connection/providers.ts'
import { sealing } from '#server/connection/secrets.ts'
import type { Work } from '#server/platform/work.ts'

type View = z.input<typeof ConnectedAccount>

type Row = {
  id: number
  provider: string
  email: Buffer
  key_id: string
  scopes: string[]
  connected_at: Date
  succeeded_at: Date | null
  failure: string | null
  failed_at: Date | null
  revoked_at: Date | null
  wants_own: boolean
}

/** Accounts that are not being disconnected. */
export const accountsOf = async (work: Work, owner: Owner): Promise<View[]> => {
  const accounts = await work.db
    .selectFrom('calendar_accounts')
    .selectAll()
    .where(isOf(owner))
    .where('leaving_at', 'is', null)
    .orderBy('place')
    .execute()
  return Promise.all(accounts.map((account) => present(work, owner, account)))
}

const present = async (work: Work, owner: Owner, row: Row): Promise<View> => {
  const box = sealing(work, owner)
  const provider = nameOf(row.provider)
  const may = providerOf(work.config, provider)?.may(row.scopes)
  const { rows: calendars } = await sql<Calendar & { name: Buffer; isPrimary: boolean }>`
    select id, name, writable, own, target, outside_id as "outsideId", is_primary as "isPrimary", lost_at as "lostAt" from connected_calendars
    where account_id = ${row.id} order by is_primary desc, own desc, id`.execute(work.db)
  const { n } = await work.db
    .selectFrom('written_events')
    .select(sql<number>`count(*)::integer`.as('n'))
    .where('account_id', '=', row.id)
    .where('ends_at', '>', work.now)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    provider,
    email: box.open(row.email, row.key_id),
    ...conditionOf(provider, row, calendars.find(({ lostAt }) => lostAt !== null)?.lostAt ?? null),
    connectedAt: row.connected_at.toISOString(),
    succeededAt: row.succeeded_at?.toISOString() ?? null,
    mayWriteTheirs: may?.writeTheirs === true,
    mayWriteOwn: may?.writeOwn === true,
    isMaking: row.wants_own,
    written: n,
    calendars: calendars.map(({ id, name, writable, own, target, outsideId, isPrimary, lostAt }) => ({
      id,
      name: box.open(name, row.key_id),
      isPrimary,
      own,
      writable,
      busy: outsideId !== null,
      target,
      isLost: lostAt !== null,
    })),
  }
}

type Condition = Pick<Row, 'revoked_at' | 'failure' | 'failed_at' | 'succeeded_at'>

/** Its state, and the problem in words. `lostAt`: since when a chosen calendar is no longer listed, where the rest works. */
export const conditionOf = (
  provider: ProviderName,
  { revoked_at, failure, failed_at, succeeded_at }: Condition,
  lostAt: Date | null,
): { state: AccountState; problem: string | null; failedAt: string | null } => {
  const what = failure ?? (lostAt === null ? null : 'gone')
  const working = succeeded_at === null ? 'waiting' : 'healthy'
  return {
    state: revoked_at !== null ? 'revoked' : what !== null ? 'failing' : working,
    problem: what === null ? null : (problemsAt(provider)[what] ?? null),
    failedAt: (failed_at ?? lostAt)?.toISOString() ?? null,
  }
}

const problemsAt = (provider: ProviderName): Readonly<Record<string, string>> => {
  const { company } = providerWords[provider]
  const revoked =
    provider === 'caldav'
      ? 'Tu servicio ya no acepta la contraseña de app: la quitaste, cambiaste tu contraseña o venció. Crea otra y escríbela aquí; lo que elegiste se queda.'
      : `${company} ya no nos deja ver esta cuenta: quitaste el permiso, cambió tu contraseña o venció. Conéctala otra vez; lo que elegiste se queda.`
  return {
    revoked,
    limited: `${company} nos pidió esperar porque hubo muchas consultas. Seguimos en cuanto se pueda; no tienes que hacer nada.`,
    unreachable: `${company} no responde. Lo intentamos otra vez en unos minutos.`,
    refused: `${company} rechazó lo que le pedimos. Si quitaste un permiso o un calendario, conecta la cuenta otra vez.`,
    gone: 'Un calendario que elegiste ya no está en esa cuenta: se borró o te lo dejaron de compartir. Lo que tenía ocupado sigue apartado y ahí ya no se escribe nada. Elige otro, o deja de usarlo; si regresa, seguimos solos.',
  }
}
