/**
 * Messages between processes through PostgreSQL. One dedicated connection per process listens; it is opened with the first subscriber,
 * and reopened when it is lost. A message is small (ids, never contents) and may be missed: after every gap listeners are notified of
 * the gap, and check for themselves.
 */
import pg from 'pg'
import { sql } from 'kysely'
import type { AppContext, Work } from '#server/platform/work.ts'

export type Subscriber = {
  received(call: string): void
  /** The connection was down for a while: any message may have been missed. */
  missed(): void
}

export type Listener = {
  /** Resolves when it is subscribed; returns a function that unsubscribes. */
  listen(subscriber: Subscriber): Promise<() => void>
  close(): Promise<void>
}

/**
 * Sent outside the caller's transaction, after it: a NOTIFY inside would serialize all commits behind one lock until they reach the
 * disk. Regular polling makes up for a process that dies in between.
 */
export const callOut = (work: Work, channel: string, call: string) =>
  sql`select pg_notify(${channel}, ${call})`.execute(work.db)

/** After a loss each attempt waits a little longer than the one before. */
const pauses = [100, 500, 2_000, 5_000] as const

export const openListener = (context: AppContext, channel: string): Listener => {
  const subscribers = new Set<Subscriber>()
  let closed = false
  let client: pg.Client | undefined
  let opening: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: context.database.url,
      application_name: 'kalli-hearing',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
    })
    fresh.on('notification', ({ payload = '' }) => {
      for (const subscriber of subscribers) subscriber.received(payload)
    })
    fresh.on('error', () => lost(fresh))
    fresh.on('end', () => lost(fresh))
    await fresh.connect()
    await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    if (closed) return void (await fresh.end())
    client = fresh
  }

  const lost = (which: pg.Client) => {
    if (closed || client !== which) return
    client = undefined
    context.log.warn('LISTEN connection lost')
    again(0)
  }

  const again = (tries: number) => {
    if (closed) return
    retry = setTimeout(
      () => {
        connect().then(
          () => {
            for (const subscriber of subscribers) subscriber.missed()
          },
          () => again(tries + 1),
        )
      },
      pauses[Math.min(tries, pauses.length - 1)],
    )
    retry.unref()
  }

  return {
    async listen(subscriber) {
      opening ??= connect().catch((error: unknown) => {
        // The first subscriber gets the error; the next one tries again.
        opening = undefined
        throw error
      })
      await opening
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      subscribers.clear()
      await opening?.catch(() => undefined)
      const last = client
      client = undefined
      await last?.end().catch(() => undefined)
    },
  }
}
