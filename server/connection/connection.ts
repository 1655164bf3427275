/** Connected accounts as their professional sees and changes them. Nothing here calls a provider, except to try one now. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AccountState, Connections } from '#contract/connection/connection.ts'
import { providerWords } from '#contract/platform/calendar-provider.ts'
import { failProvided, removeProvided } from '#server/availability/outside/provided-calendar.ts'
import { type Calendar, calendarsOf, setBusy, setTarget } from '#server/connection/calendars.ts'
import { differencesOf } from '#server/connection/difference.ts'
import { availableProviders, nameOf, providerOf, type ProviderName } from '#server/connection/providers.ts'
import { sealing } from '#server/connection/secrets.ts'
import { wake } from '#server/connection/account.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type View = z.input<typeof Connections>

const me = (work: Work) => work.who.professionalId ?? refuse('no_profile')

/** Refuses no_profile. */
export const list = async (work: Work): Promise<View> => {
  const professionalId = me(work)
  const { zone } = await work.db
    .selectFrom('professionals')
    .select('zone')
    .where('id', '=', professionalId)
    .executeTakeFirstOrThrow()
  const accounts = await work.db
    .selectFrom('calendar_accounts')
    .selectAll()
    .where('professional_id', '=', professionalId)
    .where('leaving_at', 'is', null)
    .orderBy('place')
    .execute()
  const differences = await differencesOf(work, professionalId)
  return {
    available: availableProviders(work.config),
    zone,
    accounts: await Promise.all(accounts.map((account) => present(work, professionalId, account))),
    differences: differences.map((row) => ({
      id: row.id,
      provider: row.provider,
      kind: row.kind,
      state: row.state,
      about: row.isVisit ? 'visit' : row.blockId === null ? 'other' : 'block',
      bookingId: row.bookingId,
      title: row.title,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      to:
        row.toStartsAt === null || row.toEndsAt === null
          ? null
          : { startsAt: row.toStartsAt.toISOString(), endsAt: row.toEndsAt.toISOString() },
      zone: row.zone,
    })),
  }
}

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

const present = async (work: Work, professionalId: number, row: Row): Promise<View['accounts'][number]> => {
  const box = sealing(work, professionalId)
  const provider = nameOf(row.provider)
  const may = providerOf(work.config, provider)?.may(row.scopes)
  const { rows: calendars } = await sql<Calendar & { name: Buffer; isPrimary: boolean }>`
    select id, name, writable, own, target, outside_id as "outsideId", is_primary as "isPrimary" from connected_calendars
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
    state: stateOf(row),
    problem: row.failure === null ? null : (problemsAt(provider)[row.failure] ?? null),
    failedAt: row.failed_at?.toISOString() ?? null,
    connectedAt: row.connected_at.toISOString(),
    succeededAt: row.succeeded_at?.toISOString() ?? null,
    mayWriteTheirs: may?.writeTheirs === true,
    mayWriteOwn: may?.writeOwn === true,
    isMaking: row.wants_own,
    written: n,
    calendars: calendars.map(({ id, name, writable, own, target, outsideId, isPrimary }) => ({
      id,
      name: box.open(name, row.key_id),
      isPrimary,
      own,
      writable,
      busy: outsideId !== null,
      target,
    })),
  }
}

const stateOf = ({ revoked_at, failure, succeeded_at }: Row): AccountState => {
  if (revoked_at !== null) return 'revoked'
  if (failure !== null) return 'failing'
  return succeeded_at === null ? 'waiting' : 'healthy'
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
    gone: 'Un calendario que elegiste ya no está en esa cuenta. Elige otro.',
  }
}

/** Of mine; locked. Refuses no_profile, not_found. */
const mine = async (work: Work, id: number) => {
  const row = await work.db
    .selectFrom('calendar_accounts')
    .select(['id', 'professional_id as professionalId', 'provider', 'scopes', 'revoked_at as revokedAt'])
    .where('id', '=', id)
    .where('professional_id', '=', me(work))
    .where('leaving_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? refuse('not_found') : { ...row, provider: nameOf(row.provider) }
}

const calendarIn = async (work: Work, accountId: number, calendarId: number): Promise<Calendar> => {
  const calendars = await calendarsOf(work, accountId)
  return calendars.find(({ id }) => id === calendarId) ?? refuse('not_found')
}

/** Refuses no_profile, not_found, calendar_is_own. */
export const chooseBusy = (work: Work, calendarId: number, busy: boolean): Promise<View> =>
  inTransaction(work, async (work) => {
    const { id, professionalId, provider, revokedAt } = await mine(work, await accountOf(work, calendarId))
    const calendar = await calendarIn(work, id, calendarId)
    if (calendar.own && busy) return refuse('calendar_is_own')
    await setBusy(work, { professionalId, provider }, calendar, busy)
    if (revokedAt !== null && busy) {
      const { outsideId } = await calendarIn(work, id, calendarId)
      if (outsideId !== null) await failProvided(work, [outsideId], 'gone')
    }
    await wake(work, [id])
    return list(work)
  })

/** Who's it is: `mine` decides. */
const accountOf = async (work: Work, calendarId: number): Promise<number> => {
  const row = await work.db
    .selectFrom('connected_calendars')
    .select('account_id')
    .where('id', '=', calendarId)
    .executeTakeFirst()
  return row?.account_id ?? refuse('not_found')
}

/** Refuses no_profile, not_found, calendar_not_writable. */
export const chooseTarget = (
  work: Work,
  id: number,
  { into, calendarId }: { into: 'none' | 'own' | 'theirs'; calendarId?: number | undefined },
): Promise<View> =>
  inTransaction(work, async (work) => {
    const { provider, scopes } = await mine(work, id)
    const may = providerOf(work.config, provider)?.may(scopes)
    if (into === 'theirs') {
      const calendar = await calendarIn(work, id, calendarId ?? 0)
      if (!calendar.writable || !(calendar.own ? may?.writeOwn : may?.writeTheirs))
        return refuse('calendar_not_writable')
      await setTarget(work, id, calendar.id)
    } else if (into === 'none') await setTarget(work, id, null)
    else if (!may?.writeOwn) return refuse('calendar_not_writable')
    await work.db
      .updateTable('calendar_accounts')
      // Made by the job: no transaction waits for a provider.
      .set({ wants_own: into === 'own' })
      .where('id', '=', id)
      .execute()
    await wake(work, [id])
    return list(work)
  })

/** What it took is free at once; the rest goes by a job. Refuses no_profile, not_found. */
export const disconnect = (work: Work, id: number): Promise<{ ok: true }> =>
  inTransaction(work, async (work) => {
    await mine(work, id)
    await beginLeaving(work, [id])
    return { ok: true }
  })

/** A professional who leaves takes the consent along, and what Kalli wrote there. */
export const forgetConnections = async (work: Work, professionalId: number): Promise<void> => {
  const rows = await work.db
    .selectFrom('calendar_accounts')
    .select('id')
    .where('professional_id', '=', professionalId)
    .execute()
  await beginLeaving(
    work,
    rows.map(({ id }) => id),
  )
}

const beginLeaving = async (work: Work, ids: readonly number[]) => {
  for (const id of ids)
    for (const { outsideId } of await calendarsOf(work, id))
      if (outsideId !== null) await removeProvided(work, outsideId)
  await sql`update calendar_accounts set leaving_at = coalesce(leaving_at, ${work.now}), failure = null, failed_at = null, failures = 0
    where id = any (${ids}::bigint[])`.execute(work.db)
  await wake(work, ids)
}
