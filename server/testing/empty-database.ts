/** An empty database with a connection to it, for tests of what fills it. */
import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { testPostgres } from '#server/testing/database.ts'

const clients: pg.Client[] = []
after(() => Promise.all(clients.map((client) => client.end())))

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
