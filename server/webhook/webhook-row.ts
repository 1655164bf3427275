/** The row of a webhook: its sealed parts, its owner and its state. */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { WebhookEvent } from '#contract/webhook/event.ts'
import type { Webhook } from '#contract/webhook/webhook.ts'
import { secretBox } from '#server/platform/secret-box.ts'
import type { Work } from '#server/platform/work.ts'
import { problemOf } from '#server/webhook/try.ts'

export type View = z.input<typeof Webhook>

/** Sealed for one webhook, it opens for no other. */
export const sealed = ({ config }: Pick<Work, 'config'>, id: string) => {
  const box = secretBox(config.secret, 'webhook')
  return {
    seal: (plain: string) => box.seal(plain, id),
    open: (saved: Buffer) => box.open(saved, id),
  }
}

/** Identifies an address without revealing it. */
export const hashOf = (address: URL) => createHash('sha256').update(address.href).digest()

/** The viewer's, in any of their profiles. */
export const isMine = ({ viewer }: Pick<Work, 'viewer'>): RawBuilder<boolean> =>
  sql<boolean>`(hook.account_id = ${viewer.accountId}::bigint)`

type Row = Omit<View, 'address' | 'state' | 'events' | 'problem' | 'role'> & {
  address: Buffer
  events: string[]
  isHost: boolean
  offReason: 'owner' | 'gone' | 'failing' | null
  status: number | null
  problem: string | null
}

export const select = async (work: Work, which: RawBuilder<unknown>): Promise<View[]> => {
  const { rows } = await sql<Row>`
    select hook.id, hook.address, hook.events, hook.host_id is not null as "isHost", hook.off_reason as "offReason",
      hook.created_at as "createdAt", hook.succeeded_at as "succeededAt", hook.failing_since as "failingSince",
      case when hook.former_until > ${work.now} then hook.former_until end as "formerUntil", last.status, last.problem,
      (select count(*)::integer from webhook_messages waiting where waiting.webhook_id = hook.id and waiting.state = 'pending') as waiting
    from webhooks hook left join lateral (
      select attempt.status, attempt.problem from webhook_messages message join webhook_tries attempt on attempt.message_id = message.id
      where message.webhook_id = hook.id and message.tries > 0 order by message.number desc, attempt.number desc limit 1
    ) last on true
    where ${which} order by hook.created_at, hook.id`.execute(work.db)
  return rows.map((row) => present(work, row))
}

const present = (work: Work, { address, events, isHost, offReason, status, problem, ...row }: Row): View => ({
  ...row,
  role: isHost ? 'host' : 'professional',
  address: sealed(work, row.id).open(address),
  // An event that is no longer public is not shown.
  events: WebhookEvent.options.filter((event) => events.includes(event)),
  state: stateOf(offReason, row),
  problem: row.failingSince === null ? null : problemOf({ status, problem }),
})

const offStates = { owner: 'off', gone: 'gone', failing: 'given_up' } as const

const stateOf = (
  offReason: Row['offReason'],
  { failingSince, succeededAt }: Pick<Row, 'failingSince' | 'succeededAt'>,
): View['state'] => {
  if (offReason !== null) return offStates[offReason]
  if (failingSince !== null) return 'failing'
  return succeededAt === null ? 'waiting' : 'healthy'
}
