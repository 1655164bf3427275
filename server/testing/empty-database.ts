/** An empty database with a connection to it, for tests of migrations and seeds. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { testPostgres } from '#server/testing/database.ts'

const clients: pg.Client[] = []

/** For `after` of each test file: several files share a process and this module (bin/together.mjs). */
export const endConnections = () => Promise.all(clients.splice(0).map((client) => client.end()))

export const emptyDatabase = async () => {
  const server = new URL(await testPostgres())
  const connect = async () => {
    const client = new pg.Client({ connectionString: server.href })
    await client.connect()
    clients.push(client)
    return client
  }
  server.pathname = '/postgres'
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await (await connect()).query(`create database ${name}`)
  server.pathname = `/${name}`
  return { url: server.href, client: await connect() }
}
