/**
 * How often the same address or account may ask for the same kind of thing. Counted in PostgreSQL, so that any number of processes
 * share the count; one statement per limited call, in an unlogged table: a crash resets all counts.
 */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Limit } from '#contract/platform/endpoint.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** `address` is generous where a whole office or a phone network shares one. */
type Allowance = { seconds: number; address: number; account: number }

export const allowances: Readonly<Record<Limit, Allowance>> = {
  sign_in: { seconds: 900, address: 60, account: 30 },
  register: { seconds: 3600, address: 20, account: 20 },
  email: { seconds: 3600, address: 15, account: 15 },
  contact: { seconds: 3600, address: 20, account: 10 },
  codes: { seconds: 900, address: 120, account: 60 },
  holds: { seconds: 600, address: 60, account: 30 },
  bookings: { seconds: 600, address: 60, account: 30 },
  uploads: { seconds: 3600, address: 120, account: 40 },
  messages: { seconds: 60, address: 120, account: 30 },
  // Each may cost a call to a geocoder that all users share.
  addresses: { seconds: 60, address: 60, account: 20 },
  search: { seconds: 60, address: 300, account: 180 },
  slots: { seconds: 60, address: 300, account: 180 },
}

/** Refuses too_many_requests, with the seconds to wait, once the caller has used up the group's allowance. */
export const limit = async (work: Work, group: Limit) => {
  const { seconds, address, account } = allowances[group]
  const counters = [{ bucket: `${group}:${networkOf(work.viewer.address)}`, most: address }]
  if (work.viewer.accountId !== null)
    counters.push({ bucket: `${group}:account:${work.viewer.accountId}`, most: account })
  await count(work, seconds, counters)
}

/**
 * The same for a target, such as the email used in a sign-in attempt: `most` from one address, ten times as many from all of them
 * together. A device that the owner has used before is counted separately, so that no number of strangers locks the owner out. Returns
 * a function that undoes the count when the caller proved to be right.
 */
export const limitAim = async (
  work: Work,
  group: Limit,
  aim: string,
  most: number,
  knownDevice: string | null = null,
) => {
  const mark = createHash('sha256').update(aim).digest('base64url').slice(0, 16)
  const all = `${group}:aim:${mark}`
  const counters =
    knownDevice === null
      ? [
          { bucket: `${all}:${networkOf(work.viewer.address)}`, most },
          { bucket: all, most: most * 10 },
        ]
      : [{ bucket: `${all}:device:${knownDevice}`, most }]
  await count(work, allowances[group].seconds, counters)
  return async () => {
    if (!work.config.rateLimits) return
    const buckets = counters.map(({ bucket }) => bucket)
    await work.db.deleteFrom('limits').where('bucket', 'in', buckets).execute()
  }
}

/** Calls of one key or app per minute, of all kinds together. */
export const credentialAllowance = { seconds: 60, calls: 600 } as const

/** Counts a call of a key or an app, and returns the count; null where nothing is limited. */
export const limitCredential = async (work: Work, id: string) => {
  if (!work.config.rateLimits) return null
  const { seconds, calls } = credentialAllowance
  const now = work.now.getTime() / 1000
  const start = Math.floor(now / seconds) * seconds
  const { count } = await work.db
    .insertInto('limits')
    .values({ bucket: `credential:${id}`, window_start: new Date(start * 1000), count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['bucket', 'window_start']).doUpdateSet({ count: sql`limits.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return { limit: calls, seconds, count, resetSeconds: Math.ceil(start + seconds - now) }
}

const count = async (work: Work, seconds: number, counters: readonly { bucket: string; most: number }[]) => {
  if (!work.config.rateLimits) return
  const start = Math.floor(work.now.getTime() / 1000 / seconds) * seconds
  // The same order everywhere, or two statements could deadlock.
  const sorted = counters.toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1))
  const rows = await work.db
    .insertInto('limits')
    .values(sorted.map(({ bucket }) => ({ bucket, window_start: new Date(start * 1000), count: 1 })))
    .onConflict((conflict) =>
      conflict.columns(['bucket', 'window_start']).doUpdateSet({ count: sql`limits.count + 1` }),
    )
    .returning(['bucket', 'count'])
    .execute()
  const over = rows.some(
    (row) => row.count > (counters.find(({ bucket }) => bucket === row.bucket)?.most ?? 0),
  )
  if (over)
    refuse('too_many_requests', { retryAfterSeconds: Math.ceil(start + seconds - work.now.getTime() / 1000) })
}

/** One household or office: an IPv4 address, or the first half of an IPv6 one, since each subscriber has many of them. */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : 8 - front.length - back.length
  const groups = [...front, ...Array.from({ length: gap }, () => '0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** Counts of windows that have ended. */
export const forgetOldCounts = (work: Work) =>
  forgetBefore(work, 'limits', 'window_start', new Date(work.now.getTime() - 7_200_000))
