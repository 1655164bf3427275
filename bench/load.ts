/** Load over HTTP from this process: so many connections, each sending the next request as soon as it is answered. */
import { Agent, get } from 'node:http'

export type Load = {
  operations: number
  seconds: number
  statuses: Map<number, number>
  bytes: number
  /** The time of each response of status 200. */
  milliseconds: number[]
  /** Refusals with Retry-After. */
  withRetryAfter: number
}

/** Requests the addresses in turn for about so many seconds; an error of the connection throws. */
export const load = async (
  addresses: readonly string[],
  {
    connections,
    seconds,
    headers = {},
  }: { connections: number; seconds: number; headers?: Readonly<Record<string, string>> },
): Promise<Load> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const begin = performance.now()
  const end = begin + seconds * 1000
  const done: Load = {
    operations: 0,
    seconds: 0,
    statuses: new Map(),
    bytes: 0,
    milliseconds: [],
    withRetryAfter: 0,
  }
  let turn = 0
  const visitor = async () => {
    while (performance.now() < end) {
      const requested = performance.now()
      const answer = await ask(agent, addresses[turn++ % addresses.length] ?? '', headers)
      done.operations += 1
      if (answer.status === 200) done.milliseconds.push(performance.now() - requested)
      if (answer.retryAfter) done.withRetryAfter += 1
      done.bytes += answer.bytes
      done.statuses.set(answer.status, (done.statuses.get(answer.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: connections }, visitor))
  agent.destroy()
  return { ...done, seconds: (performance.now() - begin) / 1000 }
}

const ask = (agent: Agent, address: string, headers: Readonly<Record<string, string>>) =>
  new Promise<{ status: number; bytes: number; retryAfter: boolean }>((resolve, reject) => {
    get(address, { agent, headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => {
        const retryAfter = response.headers['retry-after'] !== undefined
        resolve({ status: response.statusCode ?? 0, bytes, retryAfter })
      })
      response.on('error', reject)
    }).on('error', reject)
  })
