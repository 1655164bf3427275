/**
 * Requests an address that a user pasted, and nothing else: https on its own port, no machine of this network or of its neighbours
 * (every address that a name resolves to is checked, and the checked one is called), three redirects, each checked again, ten
 * megabytes, twenty seconds.
 */
import { lookup as resolveName } from 'node:dns/promises'
import { request } from 'node:https'
import {
  addressOf,
  CalendarProblem,
  type CalendarSource,
  type Marks,
} from '#server/availability/outside/calendar-address.ts'
import { isOutside } from '#server/platform/outside-address.ts'

const maxRedirects = 3
/** Four appointments a day for twelve years, in Google's format (500 bytes each). */
const maxBytes = 10 * 1024 * 1024
const longestMs = 20_000

type At = { address: string; family: number }
type Answered = { status: number; location: string | null; text: string } & Marks

/** How names are resolved and one address is requested; a test substitutes its own. */
export type Net = {
  resolve(name: string): Promise<readonly At[]>
  ask(url: URL, at: At, known: Marks, signal: AbortSignal): Promise<Answered>
}

/** Throws CalendarProblem. */
export const fromInternet = (address: URL, known: Marks, net: Net = internet) =>
  follow(address, known, net, AbortSignal.timeout(longestMs), maxRedirects)

const follow = async (
  url: URL,
  known: Marks,
  net: Net,
  signal: AbortSignal,
  redirects: number,
): ReturnType<CalendarSource> => {
  const at = await outside(url, net, signal)
  const answer = await net.ask(url, at, known, signal).catch((error: unknown) => {
    throw error instanceof CalendarProblem ? error : new CalendarProblem('unreachable', error)
  })
  const { status, location } = answer
  // A 304 is only valid if a validator was sent.
  if (status === 304 && (known.etag !== null || known.modified !== null)) return { unchanged: true }
  if (status >= 300 && status < 400 && location !== null) {
    if (redirects === 0) throw new CalendarProblem('unreachable')
    const next = URL.parse(location, url.href)
    const allowed = next === null ? null : addressOf(next.href)
    if (allowed === null) throw new CalendarProblem('not_outside')
    return follow(allowed, known, net, signal, redirects - 1)
  }
  if ([401, 403, 404, 410].includes(status)) throw new CalendarProblem('gone')
  if (status !== 200) throw new CalendarProblem('unreachable')
  return { unchanged: false, text: answer.text, etag: answer.etag, modified: answer.modified }
}

/** Every address of the name must be public: a single one that is not makes the name suspect. */
const outside = async (url: URL, net: Net, signal: AbortSignal): Promise<At> => {
  if (addressOf(url.href) === null) throw new CalendarProblem('not_outside')
  // Name resolution has the same time limit as the rest.
  const all = await Promise.race([net.resolve(url.hostname), over(signal)]).catch((error: unknown) => {
    throw new CalendarProblem('unreachable', error)
  })
  const [first] = all
  if (first === undefined) throw new CalendarProblem('unreachable')
  if (!all.every(({ address }) => isOutside(address))) throw new CalendarProblem('not_outside')
  return first
}

const over = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const end = () => reject(new Error('its time is over'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

const internet: Net = {
  resolve: (name) => resolveName(name, { all: true }),
  ask: (url, at, known, signal) =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        url,
        {
          signal,
          // The address that was checked, even if the name resolves to another by now.
          lookup: (_name, options, done) =>
            options.all ? done(null, [at]) : done(null, at.address, at.family),
          headers: {
            accept: 'text/calendar, text/plain;q=0.5',
            'accept-encoding': 'identity',
            'user-agent': 'Kalli (calendar)',
            ...(known.etag === null ? {} : { 'if-none-match': known.etag }),
            ...(known.modified === null ? {} : { 'if-modified-since': known.modified }),
          },
        },
        (answer) => {
          const pieces: Buffer[] = []
          let bytes = 0
          answer.on('data', (piece: Buffer) => {
            bytes += piece.length
            if (bytes > maxBytes) answer.destroy(new CalendarProblem('too_large'))
            else pieces.push(piece)
          })
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              location: answer.headers.location ?? null,
              etag: answer.headers.etag ?? null,
              modified: answer.headers['last-modified'] ?? null,
              text: Buffer.concat(pieces).toString('utf8'),
            }),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end()
    }),
}
