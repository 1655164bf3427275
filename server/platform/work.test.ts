import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { startHouse, type TestHouse } from '#server/testing/house.ts'

let house: TestHouse
before(async () => {
  house = await startHouse({ config: { logLevel: 'silent' } })
  await sql`create table pairs (id int primary key, value int not null)`.execute(house.database.kysely)
  await sql`insert into pairs values (1, 0), (2, 0)`.execute(house.database.kysely)
})
after(() => house.close())

const raise = (work: Work, id: number) =>
  sql`update pairs set value = value + 1 where id = ${id}`.execute(work.db)

test('two that wait for each other are both done, each once', async () => {
  let inside = 0
  let beginnings = 0
  const bothInside = Promise.withResolvers<void>()
  const crosswise = (first: number, second: number) =>
    inTransaction(house.work(), async (work) => {
      beginnings += 1
      await raise(work, first)
      inside += 1
      if (inside === 2) bothInside.resolve()
      await bothInside.promise
      await raise(work, second)
    })
  await Promise.all([crosswise(1, 2), crosswise(2, 1)])
  assert.equal(beginnings, 3, 'one of them began again')
  const { rows } = await sql<{ value: number }>`select value from pairs`.execute(house.database.kysely)
  assert.deepEqual(
    rows.map(({ value }) => value),
    [2, 2],
  )
})

test('any other failure ends it at once', async () => {
  let beginnings = 0
  const failing = inTransaction(house.work(), async (work) => {
    beginnings += 1
    await raise(work, 1)
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  assert.equal(beginnings, 1)
})
