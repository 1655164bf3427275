/** Two transactions that wait for the same lock, in a known order. */
import type { TestServer } from '#server/testing/test-server.ts'
import { until } from '#server/testing/until.ts'

/** While the rows of `lock` are locked, the first call waits, then the second; then the rows are released. */
export const inLine = async <A, B>(
  { database: { pool } }: Pick<TestServer, 'database'>,
  lock: { text: string; values: unknown[] },
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> => {
  const gate = await pool.connect()
  const waiting = (count: number) =>
    until(`${count} wait for what is locked`, async () => {
      const { rows } = await gate.query<{ held: number }>(
        `select count(*)::int as held from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return (rows[0]?.held ?? 0) >= count
    })
  try {
    await gate.query('begin')
    await gate.query(lock)
    const one = first()
    await waiting(1)
    const other = second()
    await waiting(2)
    await gate.query('commit')
    return await Promise.all([one, other])
  } finally {
    gate.release()
  }
}
