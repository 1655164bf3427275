/** One value of the database, for tests that look beyond the responses. */
import type { TestServer } from '#server/testing/test-server.ts'

/** Reads the first column of the first row, of the test server that exists at call time; undefined: no row. */
export const valueIn =
  (kalli: () => Pick<TestServer, 'database'>) =>
  async <T = unknown>(text: string, ...values: unknown[]): Promise<T> =>
    (await kalli().database.pool.query({ text, values, rowMode: 'array' })).rows[0]?.[0]
