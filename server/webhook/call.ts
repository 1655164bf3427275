/**
 * Posts one message to a user's address: every IP address of its name is checked and a checked one is called, no redirect is followed,
 * sixteen kilobytes of the response are read, fifteen seconds in all.
 */
import { lookup as resolveName } from 'node:dns/promises'
import { request as requestPlain } from 'node:http'
import { request as requestSecure, type RequestOptions } from 'node:https'
import { webhookAnswerSeconds } from '#contract/webhook/webhook.ts'
import { isOutside } from '#server/platform/outside-address.ts'
import { CallProblem } from '#server/webhook/address.ts'

export type Outgoing = { address: URL; headers: Readonly<Record<string, string>>; body: string }
export type Answered = { status: number; text: string; retryAfter: string | null }

type At = { address: string; family: number }

/** How names are resolved and an address is called; a test substitutes its own. */
export type Net = {
  resolve(name: string): Promise<readonly At[]>
  ask(message: Outgoing, at: At | null, signal: AbortSignal): Promise<Answered>
}

const answerBytes = 16 * 1024

/** Throws CallProblem. */
export const callOutside = async (
  message: Outgoing,
  net: Net = internet,
  ms = webhookAnswerSeconds * 1000,
) => {
  const signal = AbortSignal.timeout(ms)
  return inTime(signal, async () => net.ask(message, await checked(message.address, net, signal), signal))
}

/** The receiver of development, on this machine. Throws CallProblem. */
export const callReceiver = (message: Outgoing, ms = webhookAnswerSeconds * 1000) => {
  const signal = AbortSignal.timeout(ms)
  return inTime(signal, () => internet.ask(message, null, signal))
}

const inTime = (signal: AbortSignal, ask: () => Promise<Answered>): Promise<Answered> =>
  ask().catch((error: unknown) => {
    if (error instanceof CallProblem) throw error
    throw new CallProblem(signal.aborted ? 'timeout' : 'unreachable', error)
  })

/** One private IP address among those of a name makes the name suspect. */
const checked = async (address: URL, net: Net, signal: AbortSignal): Promise<At> => {
  const all = await Promise.race([net.resolve(address.hostname), over(signal)])
  const [first] = all
  if (first === undefined) throw new CallProblem('unreachable')
  if (!all.every((one) => isOutside(one.address))) throw new CallProblem('not_outside')
  return first
}

const over = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('its time is over')), { once: true })
  })

/** `secure`: what a test's server needs to be trusted. */
export const ask = (
  { address, headers, body }: Outgoing,
  at: At | null,
  signal: AbortSignal,
  secure: Pick<RequestOptions, 'ca' | 'port'> = {},
) =>
  new Promise<Answered>((resolve, reject) => {
    const request = address.protocol === 'https:' ? requestSecure : requestPlain
    const outgoing = request(
      address,
      {
        ...secure,
        signal,
        method: 'POST',
        // Connections are not reused, so that the next message checks the name again.
        agent: false,
        ...(at === null ? {} : { lookup: pinned(at) }),
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      },
      (answer) => {
        const pieces: Buffer[] = []
        let bytes = 0
        const done = () =>
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(pieces).subarray(0, answerBytes).toString('utf8'),
            retryAfter: answer.headers['retry-after'] ?? null,
          })
        answer.on('data', (piece: Buffer) => {
          pieces.push(piece)
          bytes += piece.length
          if (bytes < answerBytes) return
          // The status is known; the rest of a long response does not matter.
          done()
          answer.destroy()
        })
        answer.on('error', reject)
        answer.on('end', done)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** The address that was checked, whatever the name resolves to by now. */
const pinned =
  (at: At): NonNullable<RequestOptions['lookup']> =>
  (_name, options, done) =>
    options.all === true ? done(null, [at]) : done(null, at.address, at.family)

const internet: Net = {
  resolve: (name) => resolveName(name, { all: true }),
  ask: (message, at, signal) => ask(message, at, signal),
}
