/**
 * Other visitors are served while 200 clients send a byte at a time, 100 do not read their responses, and 300 event streams of one account
 * are opened: their 99th percentile against the same load alone, turn by turn. The aim is less than twice as long.
 */
import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { hashToken, secretToken } from '#server/platform/tokens.ts'
import { machine, median, short, table } from './harness.ts'
import { ownDatabase, serveKalli } from './kalli.ts'
import { load } from './load.ts'

const rounds = 5
const aim = 2

const main = async () => {
  console.log('slow lines: others are served')
  console.log(machine())
  const database = await ownDatabase('small')
  const kalli = await serveKalli(database.url)
  try {
    const cookie = await signedIn(database.url)
    const others = () =>
      load([`${kalli.url}/api/professionals/featured`, `${kalli.url}/api/health`], {
        connections: 8,
        seconds: 4,
      })
    await others()
    const ratios: number[] = []
    const rows: Record<string, string>[] = []
    for (let round = 0; round < rounds; round += 1) {
      const alone = slowest(await others())
      const slow = slowLines(kalli.url, cookie)
      const beside = slowest(await others())
      slow.end()
      ratios.push(beside / alone)
      rows.push({
        round: String(round + 1),
        'p99 alone, ms': short(alone),
        'p99 beside slow lines, ms': short(beside),
      })
    }
    table(rows)
    const ratio = median(ratios)
    console.log(`  median of the ratios ${short(ratio)}  aim < ${aim}: ${ratio < aim ? 'met' : 'MISSED'}`)
    if (!(ratio < aim)) process.exitCode = 1
  } finally {
    await kalli.stop()
    await database.drop()
  }
}

const slowest = ({ milliseconds, statuses }: Awaited<ReturnType<typeof load>>) => {
  if ([...statuses.keys()].some((status) => status !== 200)) throw new Error('an answer was no 200')
  const sorted = milliseconds.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
}

/** The token of a session of the demo's professional. */
const signedIn = async (url: string) => {
  const token = secretToken()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into sessions (token_hash, account_id, created_at, seen_at, expires_at)
     select $1, id, now(), now(), now() + interval '1 day' from accounts where email = 'profesional@kalli.test'`,
    [hashToken(token)],
  )
  await client.end()
  return `sid=${token}`
}

const slowLines = (url: string, cookie: string) => {
  const port = Number(new URL(url).port)
  const sockets: Socket[] = []
  const line = (place: number, text: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${(place % 20) + 1}` })
    socket.on('error', () => undefined)
    socket.write(text)
    sockets.push(socket)
    return socket
  }
  const head =
    'POST /api/auth/login HTTP/1.1\r\nHost: kalli\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'
  const senders = Array.from({ length: 200 }, (_, place) => line(place, head))
  const page = 'GET /api/professionals/featured HTTP/1.1\r\nHost: kalli\r\n\r\n'
  for (let place = 0; place < 100; place += 1) line(place, page.repeat(20)).pause()
  for (let place = 0; place < 300; place += 1)
    line(place, `GET /api/conversations/events HTTP/1.1\r\nHost: kalli\r\nCookie: ${cookie}\r\n\r\n`).resume()
  const drip = setInterval(() => {
    for (const socket of senders) if (!socket.destroyed) socket.write(' ')
  }, 2_000)
  return {
    end: () => {
      clearInterval(drip)
      for (const socket of sockets) socket.destroy()
    },
  }
}

await main()
