import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { prepareDatabase } from '#server/first-start.ts'
import { readConfig } from '#server/platform/config.ts'
import { StartRefusal } from '#server/platform/database/start-refusal.ts'
import { type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { startTestServer, testSecret } from '#server/testing/test-server.ts'

let world: TestDatabase
before(async () => {
  world = await testDatabase({ seeded: true })
})
after(() => world.drop())

const production = (url: string, change: Record<string, string> = {}) =>
  readConfig({
    KALLI_SECRET: testSecret,
    KALLI_PRODUCTION: 'on',
    KALLI_PUBLIC_URL: 'https://kalli.mx',
    KALLI_SMTP_URL: 'smtp://127.0.0.1:1',
    KALLI_STANDINS: 'on',
    DATABASE_URL: url,
    ...change,
  })

test('production refuses a database that contains the demo data, by name', async () => {
  const start = (config: ReturnType<typeof production>) => prepareDatabase(world.url, config, () => undefined)
  await assert.rejects(
    start(production(world.url)),
    (error) => error instanceof StartRefusal && /admin@kalli\.test[^]*otra DATABASE_URL/.test(error.message),
  )
  await assert.rejects(
    start(production('', { KALLI_DATA: '/tmp/kalli-of-a-test' })),
    (error) =>
      error instanceof StartRefusal && /\/tmp\/kalli-of-a-test[^]*otra KALLI_DATA/.test(error.message),
  )
  await prepareDatabase(world.url, { ...production(world.url), production: false }, () => undefined)
})

test('registering with an address of the demo data does not prevent production from starting', async () => {
  const kalli = await startTestServer()
  try {
    const body = { email: 'admin@kalli.test', password: 'una frase larga', firstName: 'A', lastName: 'B' }
    const answer = await kalli
      .visitor()
      .fetch('POST', '/api/auth/register', { body: { ...body, role: 'client' } })
    assert.equal(answer.status, 200)
    const config = { ...readConfig({ KALLI_SECRET: testSecret }), production: true }
    await prepareDatabase(kalli.config.databaseUrl ?? '', config, () => undefined)
  } finally {
    await kalli.close()
  }
})
