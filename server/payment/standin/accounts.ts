/**
 * The stand-in's accounts for payees. A payee without one is paid as by a bank, to their CLABE; a payee who has started one is paid
 * when it is ready. What payees type on its page is checked but not stored, only that it was provided.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import type { Wanted } from '#contract/payment/payout-account.ts'
import type { AccountLink, RequestParams, PayeeAccount } from '#server/payment/provider/provider.ts'
import { ProviderRefusal, ProviderUnreachable } from '#server/payment/provider/provider.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'

const linkLastsMs = 30 * minuteMs

/** Its requirements for everyone, in this order. */
export const requested = ['tax_id', 'identity_document', 'bank_account'] as const satisfies readonly Wanted[]

type Row = {
  id: string
  idem_key: string
  destination: string
  provided: Wanted[]
  refused: Wanted[]
  is_submitted: boolean
  is_ready: boolean
  link_until: Date | null
  return_url: string
  refresh_url: string
}

export const openAccount = async (
  work: Work,
  call: RequestParams & { destination: string },
): Promise<string> => {
  requireNoTransaction(work)
  await sql`
    insert into standin.accounts (id, idem_key, destination, created_at)
    values (${`acct_${randomUUID().replaceAll('-', '')}`}, ${call.key}, ${call.destination}, ${work.now})
    on conflict (idem_key) do nothing`.execute(work.db)
  const { rows } =
    await sql<Row>`select id, destination from standin.accounts where idem_key = ${call.key}`.execute(work.db)
  const row = rows[0]
  if (row === undefined) throw new ProviderUnreachable('the account is not there yet')
  if (row.destination !== call.destination) throw new ProviderRefusal('the key was used for another request')
  return row.id
}

/** A new link invalidates the one before. */
export const accountLink = async (
  work: Work,
  { ref, returnUrl, refreshUrl }: AccountLink,
): Promise<string> => {
  requireNoTransaction(work)
  const link = randomUUID()
  const { numAffectedRows } = await sql`
    update standin.accounts set link = ${link}, return_url = ${returnUrl}, refresh_url = ${refreshUrl},
      link_until = ${new Date(work.now.getTime() + linkLastsMs)}
    where id = ${ref}`.execute(work.db)
  if (numAffectedRows !== 1n) throw new ProviderRefusal('no such account')
  return `${work.config.publicUrl}/dev/banco/alta/${link}`
}

export const findAccount = async (work: Work, ref: string): Promise<PayeeAccount | null> => {
  requireNoTransaction(work)
  const { rows } = await sql<Row>`select * from standin.accounts where id = ${ref}`.execute(work.db)
  return rows[0] === undefined ? null : present(rows[0])
}

export const accountByLink = async (work: Work, link: string): Promise<Row | null> => {
  const { rows } = await sql<Row>`select * from standin.accounts where link = ${link}`.execute(work.db)
  return rows[0] ?? null
}

export const wantedOf = ({ provided, refused }: Pick<Row, 'provided' | 'refused'>): Wanted[] => [
  ...requested.filter((one) => !provided.includes(one)),
  ...refused,
]

const present = (row: Row): PayeeAccount => ({
  ref: row.id,
  isReady: row.is_ready,
  isSubmitted: row.is_submitted,
  wanted: wantedOf(row),
  wantedBy: null,
  heldBack: row.is_ready ? null : 'wanted',
})

/** The payee provided a field, valid or not; the last one submits the form, and if all are valid the account is ready. */
export const give = async (
  work: Work,
  link: string,
  { what, isGood }: { what: Wanted; isGood: boolean },
): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    with answered as (
      select id, array(select distinct unnest(provided || ${what}::text)) as provided,
        case when ${isGood} then array_remove(refused, ${what}::text)
          else array(select distinct unnest(refused || ${what}::text)) end as refused
      from standin.accounts where link = ${link} and link_until > ${work.now} for update
    )
    update standin.accounts a set provided = new.provided, refused = new.refused,
      is_submitted = a.is_submitted or new.provided @> ${[...requested]}::text[],
      is_ready = new.provided @> ${[...requested]}::text[] and new.refused = '{}'
    from answered new where new.id = a.id returning a.id`.execute(work.db)
  return reported(work, rows[0]?.id)
}

/** The stand-in requires something new, and blocks the account until then: for tests and demos. */
export const wantMore = async (work: Work, ref: string): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    update standin.accounts set refused = array(select distinct unnest(refused || 'proof_of_address'::text)), is_ready = false
    where id = ${ref} and is_ready returning id`.execute(work.db)
  return reported(work, rows[0]?.id)
}

const reported = async (work: Work, id: string | undefined): Promise<string | null> => {
  if (id === undefined) return null
  await sql`insert into standin.events (id, kind, object_id, deliver_at)
    values (${`ev_${randomUUID().replaceAll('-', '')}`}, 'account.updated', ${id}, ${work.now})`.execute(
    work.db,
  )
  return id
}
