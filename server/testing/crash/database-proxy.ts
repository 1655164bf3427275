/** A proxy between Kalli and PostgreSQL that fails as networks, machines and clusters do. */
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

type Mode = 'serves' | 'refuses' | 'freezes'
export type DatabaseProxy = Awaited<ReturnType<typeof startProxy>>

/** Returns a connection string that leads through it to the given one. */
export const startProxy = async (url: string) => {
  const target = targetOf(url)
  let mode: Mode = 'serves'
  let delayMs = 0
  let readOnly = false
  /** When set, the next commit is passed on and its response lost. */
  let cutsAtCommit = false
  const pairs = new Set<readonly [Socket, Socket]>()

  const server = createServer((client) => {
    if (mode === 'refuses') return void client.destroy()
    const upstream = connect(target)
    const pair = [client, upstream] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    let started = false
    let cut = false
    const pass = (to: Socket, data: Buffer) => {
      if (to.destroyed || mode === 'freezes') return
      if (delayMs === 0) to.write(data)
      else setTimeout(() => !to.destroyed && to.write(data), delayMs)
    }
    client.on('data', (data: Buffer) => {
      if (cutsAtCommit && data.includes('commit\0')) {
        cutsAtCommit = false
        cut = true
      }
      pass(upstream, started || !readOnly ? data : asReadOnly(data))
      started = true
    })
    upstream.on('data', (data: Buffer) => {
      // PostgreSQL has answered, so the commit has happened.
      if (cut) return end()
      pass(client, data)
    })
    for (const socket of pair) {
      socket.on('error', end)
      socket.on('close', end)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(port)
  through.searchParams.delete('host')
  const cut = () => {
    for (const [client, upstream] of pairs) {
      client.destroy()
      upstream.destroy()
    }
  }

  return {
    url: through.href,
    /** Ends all connections; accepts new ones. */
    cut,
    /** Ends all connections and accepts none until `serve`. */
    refuse: () => {
      mode = 'refuses'
      cut()
    },
    /** Passes nothing any more, in either direction; connections stay open, and new ones are accepted. */
    freeze: () => (mode = 'freezes'),
    serve: () => (mode = 'serves'),
    delay: (ms: number) => (delayMs = ms),
    /** Connections opened from now on lead to a server that is read-only, or no longer is. */
    setReadOnly: (on: boolean) => (readOnly = on),
    cutAtNextCommit: () => (cutsAtCommit = true),
    connections: () => pairs.size,
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const targetOf = (url: string) => {
  const { hostname, port, searchParams } = new URL(url)
  const folder = searchParams.get('host')
  const number = port === '' ? '5432' : port
  return folder === null
    ? { host: hostname, port: Number(number) }
    : { path: join(folder, `.s.PGSQL.${number}`) }
}

/** The first packet of a connection: its length, the protocol, then names and values, each ended by a zero. */
const asReadOnly = (startup: Buffer) => {
  const body = Buffer.concat([
    startup.subarray(4, -1),
    Buffer.from('options\0-c default_transaction_read_only=on\0\0'),
  ])
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([length, body])
}
