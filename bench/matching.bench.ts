/**
 * A new space is announced to interested professionals, among a million professionals: how long the job takes, including its emails and
 * notices. KALLI_BENCH_PROFESSIONALS: how many professionals.
 */
import { SpaceType } from '#contract/professional/categories.ts'
import { announceSpace } from '#server/notification/message/matching.ts'
import { addProfessionals } from '#server/testing/crash/load.ts'
import { startTestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { machine, median, table } from './harness.ts'

const many = Number(process.env['KALLI_BENCH_PROFESSIONALS'] ?? 1_000_000)
const aimMs = 1000
const towns: readonly [name: string, latitude: number, longitude: number][] = [
  ['Ciudad de México, Roma Norte', 19.4194, -99.1617],
  ['Guadalajara', 20.6736, -103.344],
  ['Mérida', 20.9674, -89.5926],
  ['Tijuana', 32.5149, -117.0382],
]
const kinds = SpaceType.options

const main = async () => {
  console.log(`matching: a new space among ${many.toLocaleString('en-US')} professionals\n${machine()}`)
  const kalli = await startTestServer()
  try {
    // IDs above those of accounts created alongside.
    await addProfessionals(kalli.database.kysely, 1001, 1000 + many)
    const host = await people.host(kalli)
    const rows: Record<string, string>[] = []
    for (const [world, latitude, longitude] of towns) {
      const taken: number[] = []
      let reported = 0
      for (const kind of kinds) {
        const { id } = await people.space(kalli, host)
        await kalli.database.kysely
          .updateTable('spaces')
          .set({ space_type: kind, latitude, longitude })
          .where('id', '=', id)
          .execute()
        const startedAt = performance.now()
        await announceSpace(kalli.work(), id)
        taken.push(performance.now() - startedAt)
        reported += await notifiedOf(kalli, id)
      }
      const longest = Math.max(...taken)
      if (longest >= aimMs) process.exitCode = 1
      rows.push({
        '': world,
        'median ms': median(taken).toFixed(0),
        'longest ms': longest.toFixed(0),
        'notified, all kinds': String(reported),
        [`aim < ${aimMs} ms`]: longest < aimMs ? 'met' : 'MISSED',
      })
    }
    table(rows)
  } finally {
    await kalli.close()
  }
}

const notifiedOf = async (kalli: Awaited<ReturnType<typeof startTestServer>>, spaceId: number) => {
  const { notified: reported } = await kalli.database.kysely
    .selectFrom('notifications')
    .select((db) => db.fn.countAll<number>().as('notified'))
    .where('dedupe_key', '=', `space-match:${spaceId}`)
    .executeTakeFirstOrThrow()
  return reported
}

await main()
