/**
 * Requests to a server that a person named, and to no machine of this network: https on its own port, every address that its name
 * resolves to is checked and the checked one is called, few redirects, each checked again, twenty megabytes, twenty seconds. Outside
 * production names under .test are the stand-in of this process, and a server on this machine may be tried.
 */
import { lookup as resolveName } from 'node:dns/promises'
import { request as requestPlain } from 'node:http'
import { request as requestSecure, type RequestOptions } from 'node:https'
import { addressOf } from '#server/availability/outside/calendar-address.ts'
import { ProviderProblem } from '#server/connection/provider/provider.ts'
import { isOutside } from '#server/platform/outside-address.ts'

export type Message = {
  method: string
  headers: Readonly<Record<string, string>>
  body: string | null
}
export type Answer = { status: number; headers: Readonly<Record<string, string>>; body: string }

type At = { address: string; family: number }

/** How names are resolved and one address is called; a test substitutes its own. `at` is null for this machine. */
export type Net = {
  resolve(name: string): Promise<readonly At[]>
  ask(url: URL, message: Message, at: At | null, signal: AbortSignal): Promise<Answer>
}

export type Policy = {
  /** Servers on this machine may be called. */
  local: boolean
  /** The handler for names under .test; null: none. */
  standin: ((url: URL, message: Message) => Promise<Answer>) | null
}

const maxRedirects = 4
const maxBytes = 20 * 1024 * 1024
const longestMs = 20_000
const here: ReadonlySet<string> = new Set(['localhost', '127.0.0.1'])

/** A typed server address, with or without https. Null: neither a server of the internet nor one that this policy allows. */
export const serverOf = (text: string, { local, standin }: Policy): URL | null => {
  const typed = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)
  if (url === null || url.username !== '' || url.password !== '') return null
  if (local && here.has(url.hostname)) return url
  const outside = addressOf(url.href)
  return outside?.hostname.endsWith('.test') && standin === null ? null : outside
}

/** The last response, and the address it came from. Throws ProviderProblem. */
export const send = async (
  policy: Policy,
  address: URL,
  message: Message,
  net: Net = internet,
): Promise<Answer & { url: string }> => {
  const signal = AbortSignal.timeout(longestMs)
  let url = address
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const answer = await one(policy, url, message, { net, signal })
    const { location } = answer.headers
    if (answer.status < 300 || answer.status >= 400 || location === undefined)
      return { ...answer, url: url.href }
    const next = URL.parse(location, url)
    if (next === null || serverOf(next.href, policy) === null) throw new ProviderProblem('refused')
    url = next
  }
  throw new ProviderProblem('refused')
}

type With = { net: Net; signal: AbortSignal }

const one = async (policy: Policy, url: URL, message: Message, { net, signal }: With): Promise<Answer> => {
  if (serverOf(url.href, policy) === null) throw new ProviderProblem('refused')
  if (policy.standin !== null && url.hostname.endsWith('.test')) return policy.standin(url, message)
  const isHere = policy.local && here.has(url.hostname)
  try {
    return await net.ask(url, message, isHere ? null : await checked(url, net, signal), signal)
  } catch (error) {
    if (error instanceof ProviderProblem) throw error
    throw new ProviderProblem('unreachable', { cause: error })
  }
}

/** A single internal address makes a name suspect. */
const checked = async (url: URL, net: Net, signal: AbortSignal): Promise<At> => {
  const all = await Promise.race([net.resolve(url.hostname), over(signal)])
  const [first] = all
  if (first === undefined) throw new ProviderProblem('unreachable')
  if (!all.every(({ address }) => isOutside(address))) throw new ProviderProblem('refused')
  return first
}

const over = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('its time is over')), { once: true })
  })

const internet: Net = {
  resolve: (name) => resolveName(name, { all: true }),
  ask: (url, { method, headers, body }, at, signal) =>
    new Promise((resolve, reject) => {
      const request = url.protocol === 'https:' ? requestSecure : requestPlain
      const outgoing = request(
        url,
        {
          signal,
          method,
          ...(at === null ? {} : { lookup: pinned(at) }),
          headers: {
            ...headers,
            'accept-encoding': 'identity',
            'user-agent': 'Kalli (calendar)',
            ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          },
        },
        (answer) => {
          const pieces: Buffer[] = []
          let bytes = 0
          answer.on('data', (piece: Buffer) => {
            bytes += piece.length
            if (bytes > maxBytes) answer.destroy(new ProviderProblem('refused'))
            else pieces.push(piece)
          })
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: Object.fromEntries(
                Object.entries(answer.headers).map(([name, value]) => [
                  name,
                  Array.isArray(value) ? value.join(', ') : (value ?? ''),
                ]),
              ),
              body: Buffer.concat(pieces).toString('utf8'),
            }),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body ?? undefined)
    }),
}

/** The address that was checked, even if the name resolves to another by now. */
const pinned =
  (at: At): NonNullable<RequestOptions['lookup']> =>
  (_name, options, done) =>
    options.all ? done(null, [at]) : done(null, at.address, at.family)
