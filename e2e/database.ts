/** The database of the worker's own Kalli (servers.ts), for changes that no screen or call can make. */
import pg from 'pg'

export const inDatabase = async <Result>(act: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client({ connectionString: process.env['KALLI_E2E_DATABASE'] })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
