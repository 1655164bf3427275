/** One value out of the database, for tests that look past what the answers tell. */
import type { TestServer } from '#server/testing/test-server.ts'

/** Asks for the first column of the first row, of the house that is there by the time it asks; undefined: no row. */
export const valueIn =
  (kalli: () => Pick<TestServer, 'database'>) =>
  async <T = unknown>(text: string, ...values: unknown[]): Promise<T> =>
    (await kalli().database.pool.query({ text, values, rowMode: 'array' })).rows[0]?.[0]
