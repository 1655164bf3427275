/**
 * A message to each of a thousand webhooks, again and again, by real HTTP to another thread: one of them answers after ten seconds, one is
 * down. How long the others wait, and what it costs. KALLI_BENCH_WEBHOOKS: how many; default 1,000.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { ownWork } from '#server/platform/work.ts'
import { ask } from '#server/webhook/call.ts'
import { CallProblem } from '#server/webhook/address.ts'
import { standinReceivers } from '#server/webhook/outside.ts'
import { wake } from '#server/webhook/sending.ts'
import { newSecret } from '#server/webhook/signature.ts'
import { hashOf, sealed } from '#server/webhook/webhook-row.ts'
import { machine, quantile, table } from './harness.ts'

const count = Number(process.env['KALLI_BENCH_WEBHOOKS'] ?? 1_000)
const rounds = 5
const roundMs = 6_000
const slowMs = 10_000
const aimMs = 5_000

/** Answers 204 to everything, and late to `/slow`. */
const receiver = `
  const { createServer } = require('node:http')
  const { parentPort } = require('node:worker_threads')
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => setTimeout(() => response.writeHead(204).end(), request.url === '/slow' ? ${slowMs} : 0))
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`

const main = async () => {
  console.log(
    `webhooks: ${count.toLocaleString('en-US')} addresses, ${rounds} messages each; one slow, one dead`,
  )
  console.log(machine())
  const thread = new Worker(receiver, { eval: true })
  const port = await new Promise<number>((done) => {
    thread.once('message', done)
  })
  const kalli = await startTestServer({ now: new Date() })
  try {
    const { hooks, waits } = await fill(kalli, port)
    let cpu = 0
    for (let round = 0; round < rounds; round += 1) {
      kalli.time.set(new Date())
      const before = process.cpuUsage()
      await put(kalli, hooks)
      const ends = performance.now() + roundMs
      while (performance.now() < ends) {
        kalli.time.set(new Date())
        await wake(ownWork(kalli))
        await sleep(100)
      }
      const used = process.cpuUsage(before)
      cpu += used.user + used.system
    }
    await show(kalli, waits, cpu)
  } finally {
    await kalli.close()
    await thread.terminate()
  }
}

/** One webhook per professional, inserted directly: a person may have at most five. */
const fill = async (kalli: TestServer, port: number) => {
  const waits = new Map<string, number[]>()
  const hooks: string[] = []
  let owner = await people.professional(kalli)
  for (let n = 0; n < count; n += 1) {
    if (n > 0 && n % 5 === 0) owner = await people.professional(kalli)
    const name = n === 0 ? 'slow' : n === 1 ? 'dead' : `fast-${n}`
    const id = crypto.randomUUID()
    const address = new URL(`https://${name}.test/kalli`)
    standinReceivers.set(address.hostname, async (message) => {
      if (name === 'dead') throw new CallProblem('unreachable')
      const answered = await ask(
        { ...message, address: new URL(`http://127.0.0.1:${port}/${name}`) },
        null,
        AbortSignal.timeout(15_000),
      )
      const happened: { timestamp: string } = JSON.parse(message.body)
      waits.set(name, [...(waits.get(name) ?? []), Date.now() - Date.parse(happened.timestamp)])
      return answered
    })
    const box = sealed(kalli.work(), id)
    await kalli.database.pool.query(
      `insert into webhooks (id, account_id, professional_id, address, address_hash, events, secret, created_at)
       values ($1, $2, $3, $4, $5, '{booking.confirmed}', $6, now())`,
      [id, owner.accountId, owner.id, box.seal(address.href), hashOf(address), box.seal(newSecret())],
    )
    hooks.push(id)
  }
  return { hooks, waits }
}

const put = (kalli: TestServer, hooks: readonly string[]) =>
  kalli.database.pool.query(
    `insert into webhook_messages (id, webhook_id, event, facts, happened_at, next_at, ends_at)
     select uuidv7(), id, 'webhook.test', '{}', $2::timestamptz, $2::timestamptz, $2::timestamptz + interval '73 hours' from unnest($1::uuid[]) id`,
    [hooks, kalli.clock()],
  )

const show = async (kalli: TestServer, waits: ReadonlyMap<string, readonly number[]>, cpuUs: number) => {
  const fast = [...waits].filter(([name]) => name !== 'slow').flatMap(([, ms]) => ms)
  const at = (share: number) => quantile(fast, share)
  const { rows } = await kalli.database.pool.query<{ state: string; n: number }>(
    'select state, count(*)::int as n from webhook_messages group by state order by state',
  )
  table([
    {
      messages: String(fast.length),
      p50: `${at(0.5)} ms`,
      p99: `${at(0.99)} ms`,
      longest: `${at(1)} ms`,
      'CPU a message': `${(cpuUs / 1000 / Math.max(1, fast.length)).toFixed(2)} ms`,
    },
  ])
  console.log(`  the slow one got ${waits.get('slow')?.length ?? 0} of ${rounds}; ${JSON.stringify(rows)}`)
  if (fast.length < (count - 2) * rounds || at(0.99) > aimMs) {
    console.log(`  missed: each of the others within ${aimMs / 1000} s`)
    process.exitCode = 1
  }
}

await main()
